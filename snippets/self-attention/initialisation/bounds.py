import torch
from torch import nn

torch.manual_seed(123)
for d_in, d_out in ((3, 2), (512, 64)):
    drawn = nn.Linear(d_in, d_out, bias=False).weight
    print(f"{d_in} to {d_out}, {drawn.numel()} numbers drawn")
    print(f"  largest            {drawn.abs().max():.4f}")
    print(f"  1/sqrt(fan_in)     {d_in**-0.5:.4f}")
    print(f"  Xavier's bound     {(6 / (d_in + d_out)) ** 0.5:.4f}")
