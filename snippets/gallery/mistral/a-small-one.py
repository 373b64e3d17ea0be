import torch
from attention.gallery import build

config = {
    "model_type": "mistral",
    "vocab_size": 100,
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
    "rope_theta": 10000.0,
    "rms_norm_eps": 1e-5,
    "sliding_window": 8,
}
torch.manual_seed(0)
model = build(config).eval()
ids = torch.randint(100, (1, 40))
whole = model(ids).detach()

one_by_one, caches = [], None
for token in ids.split(1, dim=1):
    logits, caches = model.forward_with_cache(token, caches)
    one_by_one.append(logits.detach())
largest = (torch.cat(one_by_one, dim=1) - whole).abs().max()
print("logits", list(whole.shape))
print(f"largest difference with a cache {largest:.5f}")
print("keys that a layer keeps", list(caches[0].keys.shape))
