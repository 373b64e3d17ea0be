import torch
from attention import causal_mask, dropout_mask

torch.manual_seed(123)
kept = dropout_mask((10_000, 6, 6), 0.5)
allowed = {"inverted": ~causal_mask(6), "right   ": causal_mask(6)}
for name, mask in allowed.items():
    empty = ~(kept & mask).any(dim=-1)
    print(name, empty.float().mean(dim=0))
