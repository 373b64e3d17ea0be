import torch
from attention import LatentAttention

torch.manual_seed(123)
layer = LatentAttention(
    16, 16, 6, 0.0, num_heads=2, head_dim=8, latent_dim=4, rotary_dim=2
).double()
x = torch.randn(6, 16).double().requires_grad_()

explicit = layer(x)
absorbed, cache = layer.forward_with_cache(x)
print("kept:", cache.compressed.shape)
print(explicit[-1, :4].detach())
print(absorbed[-1, :4].detach())

learned = [x, *layer.parameters()]
one = torch.autograd.grad(explicit.sin().sum(), learned)
other = torch.autograd.grad(absorbed.sin().sum(), learned)
close = [torch.dist(a, b) < 1e-12 for a, b in zip(one, other, strict=True)]
print(f"{sum(close)} of {len(close)} gradients the same")
