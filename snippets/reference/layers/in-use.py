# pip install attention-verified
import torch
from attention import (
    Attention,
    AttentionCore,
    LatentAttention,
    SlidingWindow,
    alibi_bias,
    alibi_slopes,
    core_attention,
    grouped_costs,
    latent_costs,
    to_grouped,
    window_mask,
)
from attention.examples import inputs

grouped = Attention(3, 4, 6, 0.0, num_heads=2, num_kv_groups=1)
print(grouped(inputs).shape)
window = SlidingWindow(window=3)  # makes masks
layer = Attention(3, 4, 6, 0.0, num_heads=2, mask=window)
print(layer(inputs).shape, to_grouped(layer, num_kv_groups=1)(inputs).shape)
capped = Attention(
    3, 4, 6, 0.0, num_heads=2, attend=AttentionCore(cap=30.0)
)
print(capped(inputs).shape, window_mask(3, window=2))

slopes, x = alibi_slopes(num_heads=2), torch.rand(2, 6, 4)
bias = alibi_bias(slopes, num_queries=6)
print(slopes, bias.shape)
print(core_attention(x, x, x, bias=bias)[0].shape)
print(core_attention(x, x, x, sinks=torch.zeros(2))[0].shape)

latent = LatentAttention(
    3, 4, 6, 0.0, num_heads=2, head_dim=2, latent_dim=3, rotary_dim=2
)
out, cache = latent.forward_with_cache(inputs)  # a LatentCache
print(out.shape, cache.compressed.shape)

print(grouped_costs(768, num_heads=12, num_kv_groups=4, head_dim=64))
sizes = {"num_heads": 12, "head_dim": 64, "latent_dim": 128}
print(latent_costs(768, **sizes, rotary_dim=32))
