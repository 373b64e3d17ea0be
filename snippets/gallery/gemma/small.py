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
with torch.no_grad():
    whole = model(ids)
    first, caches = model.forward_with_cache(ids[:, :1])
    rows = [first]
    for token in ids[:, 1:].split(1, dim=1):
        logits, caches = model.forward_with_cache(token, caches)
        rows.append(logits)
off = (torch.cat(rows, dim=1) - whole).abs().max()
print("logits:", list(whole.shape))
print(f"with a cache: largest difference {off:.5f}")
print("keys cached:", [cache.keys.shape[2] for cache in caches])
