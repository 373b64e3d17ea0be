import torch
from attention import LayerNorm

torch.manual_seed(123)
x = 5 + 20 * torch.randn(768)
normalised = LayerNorm(768)(x)
print(f"answer: {normalised.norm():.2f}")

print(
    f"root mean square of its features: {normalised.norm() / 768**0.5:.2f}"
)
print(f"its square, the sum of the squares: {normalised.norm() ** 2:.2f}")
print(f"of x, before the norm: {x.norm():.2f}")
