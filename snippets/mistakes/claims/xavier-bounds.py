# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves
from torch import nn

d_in, widths = 64, 2 ** torch.arange(2, 12)  # d_out: 4, 8, ... 2048
torch.manual_seed(123)
largest = [nn.Linear(d_in, d).weight.abs().max() for d in widths.tolist()]

xavier = (6 / (d_in + widths)) ** 0.5
root = torch.full((10,), d_in**-0.5)
lines = {"drawn": torch.stack(largest), "1 / root": root, "Xavier": xavier}
titles = {"xlabel": "d_out", "ylabel": "largest weight"}
axes = curves(widths, lines, **titles, logx=True)
axes.set_xticks([4, 32, 320, 2048], ["4", "32", "320", "2048"])
axes.set_ylim(bottom=0)
plt.show()
