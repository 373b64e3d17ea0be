import torch
from attention.gallery import build

config = {
    "model_type": "llama4_text",
    "vocab_size": 100,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "rms_norm_eps": 1e-5,
    "max_position_embeddings": 256,
    "attention_chunk_size": 16,
    "floor_scale": 16,
    "num_local_experts": 8,
    "num_experts_per_tok": 1,
    "rope_parameters": {"rope_type": "default", "rope_theta": 500000.0},
}
torch.manual_seed(123)
model = build(config).double().eval()
ids = torch.randint(100, (1, 40))
with torch.no_grad():
    whole = model(ids)
    logits, caches = model.forward_with_cache(ids[:, :1])
    rows = [logits]
    for token in ids[:, 1:].split(1, dim=1):
        logits, caches = model.forward_with_cache(token, caches)
        rows.append(logits)
off = (torch.cat(rows, dim=1) - whole).abs().max()
print("logits", list(whole.shape))
print("with the cache, off by less than 1e-12:", (off < 1e-12).item())
print("keys kept of 40 tokens:", [c.keys.shape[-2] for c in caches])
