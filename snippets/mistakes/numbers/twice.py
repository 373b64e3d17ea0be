import torch
from attention.examples import inputs

for times in (1, 10, 1000):
    once = torch.softmax(times * inputs @ inputs.T, dim=-1)
    twice = torch.softmax(once, dim=-1)
    print(f"scores x {times:4}: largest of row 1", end="")
    print(f"  once {once[1].max():.4f}  twice {twice[1].max():.4f}")
