# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves
from torch import nn


def linear(d_in, d_out):
    return nn.Linear(d_in, d_out, bias=False).weight.detach().T


torch.manual_seed(123)
widths = (8, 64, 512, 4096)
lines = {}
for draw in (torch.rand, torch.randn, linear):
    spread = []
    for d_in in widths:
        words = torch.randn(500, d_in)
        spread.append((words @ draw(d_in, 64)).square().mean() ** 0.5)
    lines[draw.__name__] = torch.stack(spread)
names = {
    "xlabel": "width of the words",
    "ylabel": "size of a query feature",
}
curves(torch.tensor(widths), lines, logx=True, logy=True, **names)
plt.show()
