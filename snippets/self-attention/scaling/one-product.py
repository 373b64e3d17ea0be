import torch

torch.manual_seed(123)
products = torch.randn(100_000) * torch.randn(100_000)

print(f"mean: {products.mean():.2f}")
print(f"variance: {products.var():.2f}")
