import torch
from torch import nn


def linear(d_in, d_out):
    return nn.Linear(d_in, d_out, bias=False).weight.detach().T


torch.manual_seed(123)
print("d_in   " + "".join(f"{d:9}" for d in (8, 64, 512, 4096)))
for draw in (torch.rand, torch.randn, linear):
    spread = []
    for d_in in (8, 64, 512, 4096):
        words = torch.randn(500, d_in)
        spread.append((words @ draw(d_in, 64)).square().mean() ** 0.5)
    print(f"{draw.__name__:7}" + "".join(f"{s:9.2f}" for s in spread))
