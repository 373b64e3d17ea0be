import torch
from attention import causal_mask, select_keys

torch.manual_seed(123)
scores, mask, top_k = torch.randn(128, 128), causal_mask(128), 16


def best(scores):
    order = scores.argsort(dim=-1, descending=True, stable=True)
    kept = torch.zeros(128, 128).bool()
    return kept.scatter(-1, order[:, :top_k], True)


late = best(scores) & mask
open_ = best(scores.masked_fill(~mask, -torch.inf))
for name, kept in {
    "right": select_keys(scores, top_k, mask),
    "mask too late": late,
    "no mask after": open_,
}.items():
    future = (kept & ~mask).any(dim=1).sum()
    print(f"{name:13}  empty {(~kept.any(dim=1)).sum()},", end="  ")
    print(f"reads the future {future}  of 128 rows")
