import torch
from attention import LatentAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = LatentAttention(
    3, 3, 6, 0.0, num_heads=2, head_dim=3, latent_dim=2, rotary_dim=2
).double()
x = inputs.double().requires_grad_()

explicit = layer(x)
absorbed, cache = layer.forward_with_cache(x)
print("kept:", cache.compressed.shape)
print(explicit[-1].detach())
print(absorbed[-1].detach())

learned = [x, *layer.parameters()]
one = torch.autograd.grad(explicit.sin().sum(), learned)
other = torch.autograd.grad(absorbed.sin().sum(), learned)
close = [torch.dist(a, b) < 1e-12 for a, b in zip(one, other, strict=True)]
print(f"{sum(close)} of {len(close)} gradients the same")
