import torch

readable = torch.tensor([[True] * 4 + [False] * 2, [False] * 6])
additive = torch.where(readable, 0.0, -1e9).to(torch.float16)

finite = additive.isfinite().all()
assert finite, "mask overflows"  # raises AssertionError: mask overflows
