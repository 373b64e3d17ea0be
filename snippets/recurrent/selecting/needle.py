import torch

torch.manual_seed(123)
keys = torch.randn(4096, 64)
own = torch.arange(4096)
for size in (1, 4, 16, 64):
    means = keys.unflatten(0, (-1, size)).mean(dim=1)
    best = (keys @ means.T).topk(8, dim=-1).indices  # each key as a needle
    found = (best == (own // size)[:, None]).any(dim=1).float().mean()
    print(f"blocks of {size:2}: keys kept {8 * size / 4096:5.1%}", end=",  ")
    print(f"needles found {found:.0%}")
