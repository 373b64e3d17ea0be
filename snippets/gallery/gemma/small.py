import torch
from attention.gallery import build

torch.manual_seed(0)
model = build(
    {
        "model_type": "gemma3_text",
        "vocab_size": 50,
        "hidden_size": 24,
        "intermediate_size": 48,
        "num_hidden_layers": 6,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "head_dim": 8,
        "query_pre_attn_scalar": 8,
        "max_position_embeddings": 64,
        "sliding_window": 5,
        "rope_theta": 1000000.0,
        "rope_local_base_freq": 10000.0,
        "rms_norm_eps": 1e-6,
    }
)
ids = torch.randint(50, (1, 20))
caches, rows = None, []
with torch.no_grad():
    whole = model(ids)
    for token in ids.split(1, dim=1):
        logits, caches = model.forward_with_cache(token, caches)
        rows.append(logits)
print("logits:", list(whole.shape))
print(
    "same with a cache:",
    torch.allclose(torch.cat(rows, 1), whole, atol=1e-4),
)
print("keys cached:", [cache.keys.shape[2] for cache in caches])
