import torch
from attention import causal_mask

torch.manual_seed(123)
for p in (0.5, 0.1):
    computed = torch.prod(1 - p ** torch.arange(1.0, 7.0))
    kept = (torch.rand(10_000, 6, 6) >= p) & causal_mask(6)
    measured = kept.any(dim=-1).all(dim=-1).float().mean()
    print(f"p = {p}   computed {computed:.4f}   measured {measured:.4f}")
