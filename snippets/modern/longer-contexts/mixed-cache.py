import torch
from attention import rotate

torch.manual_seed(123)
query, key = torch.randn(2, 1, 128, dtype=torch.float64)


def score(m, n):
    return (rotate(query, m) @ rotate(key, n).T).item()


for last in (3000, 3100, 3200):
    m, n = torch.tensor([last]), torch.tensor([last - 10])
    print(f"one rule: {score(m / 4, n / 4):.3f}, ", end="")
    print(f"mixed: {score(m / 4, n):.3f}")  # the key was cached before
