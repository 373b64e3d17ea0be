import torch
from attention import LatentAttention

with torch.device("meta"):
    layer = LatentAttention(
        7168,
        7168,
        context_length=8,
        dropout=0.0,
        num_heads=128,
        head_dim=128,
        latent_dim=512,
        rotary_dim=64,
    )
    _, cache = layer.forward_with_cache(torch.ones(1, 7168))
kept = cache.compressed.shape[-1]
print(kept)
print("as many as", kept / (2 * 128), "heads with keys and values of 128")
