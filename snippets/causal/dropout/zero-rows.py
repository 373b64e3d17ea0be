import torch
from attention import causal_mask

torch.manual_seed(123)
for p in (0.5, 0.1):
    kept = (torch.rand(10_000, 6, 6) >= p) & causal_mask(6)
    empty = ~kept.any(dim=-1)  # of each of the 10,000 masks, which rows
    print("p =", p)
    print("measured", empty.float().mean(dim=0)[:3])
    print("computed", p ** torch.arange(1.0, 4.0))  # p, p², p³
