import torch
from attention import softmax_jacobian

torch.manual_seed(123)
d = 1024
queries = torch.randn(200, 1, d, dtype=torch.float64)
keys = torch.randn(200, 6, d, dtype=torch.float64)
scores = (queries * keys).sum(dim=-1)
for name, factor in (("not scaled", 1.0), ("scaled", d**-0.5)):
    slopes = softmax_jacobian(factor * scores) @ (factor * keys)
    norms = slopes.norm(dim=(-2, -1))
    print(
        f"{name}: median {norms.median():.1e}, mean {norms.mean():.2f}",
        end="",
    )
    print(f", below 0.001 in {(norms < 0.001).sum()} of {len(norms)} draws")
