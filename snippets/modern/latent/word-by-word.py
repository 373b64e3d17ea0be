import torch
from attention import LatentAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = LatentAttention(
    3, 3, 6, 0.0, num_heads=2, head_dim=3, latent_dim=2, rotary_dim=2
).double()
x = inputs.double()

cache, outs = None, []
for word in x.split(1):
    out, cache = layer.forward_with_cache(word, cache)
    outs.append(out)
print(cache.compressed.shape)
print(torch.cat(outs)[-1].detach())
print(layer(x)[-1].detach())
