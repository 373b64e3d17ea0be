import torch
from attention import split_heads

x = torch.rand(6, 4)
back = split_heads(x, num_heads=2).reshape(6, 4)
same = torch.equal(back, x)
assert same, "merging must undo splitting"  # raises AssertionError: merging
