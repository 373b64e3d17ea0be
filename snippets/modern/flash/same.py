import torch
from attention import (
    causal_mask,
    scaled_dot_product_attention,
    tiled_attention,
)


def plain(Q, K, V):
    return scaled_dot_product_attention(Q, K, V, causal_mask(200))[0]


def tiled(Q, K, V):
    return tiled_attention(Q, K, V, causal=True)


torch.manual_seed(123)
tensors = torch.randn(3, 2, 12, 200, 16, dtype=torch.float64)
Q, K, V = (tensor.requires_grad_() for tensor in tensors)
towards = torch.randn(2, 12, 200, 16, dtype=torch.float64)

results = []
for attend in (plain, tiled):
    contexts = attend(Q, K, V)
    gradients = torch.autograd.grad((contexts * towards).sum(), (Q, K, V))
    results.append([contexts, *gradients])
names = ("contexts", "of Q", "of K", "of V")
for name, one, other in zip(names, *results, strict=True):
    same = ((one - other).abs() <= 1e-12).sum()
    print(f"{name:8} {same:,} of {one.numel():,}")
