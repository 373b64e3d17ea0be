import torch

torch.manual_seed(123)
for p in (0.1, 0.2, 0.5, 0.9):
    kept = torch.rand(100_000) >= p
    ones = kept * torch.ones(100_000)
    scaled = ones / (1 - p)
    print(f"p = {p}   mean {ones.mean():.4f}   scaled {scaled.mean():.4f}")
