import torch
from attention import LatentAttention

torch.manual_seed(123)
layer = LatentAttention(
    16, 16, 6, 0.0, num_heads=2, head_dim=8, latent_dim=4, rotary_dim=2
).double()
x = torch.randn(6, 16).double()

cache, outs = None, []
for token in x.split(1):
    out, cache = layer.forward_with_cache(token, cache)
    outs.append(out)
print(cache.compressed.shape)
print(torch.cat(outs)[-1, :4].detach())
print(layer(x)[-1, :4].detach())
