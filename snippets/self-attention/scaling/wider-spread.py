import torch

d, variance = 64, 2**2 * 2**2  # of one product
print("variance of a product:", variance)
print("spread, by formula:", (d * variance) ** 0.5)

torch.manual_seed(123)
queries, keys = 2 * torch.randn(9000, d), 2 * torch.randn(9000, d)
scores = (queries * keys).sum(dim=-1)
for name, divisor in (
    ("1", 1),
    ("root of d", d**0.5),
    ("4 roots", 4 * d**0.5),
):
    print(f"divided by {name:9} {(scores / divisor).std():5.2f}")
