# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from torch import nn


def linear(d_in, d_out):
    return nn.Linear(d_in, d_out, bias=False).weight.detach().T


plt.rc("font", size=11)
_, axes = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
draws = (torch.rand, torch.randn, linear)
for row, draw in enumerate(draws):
    torch.manual_seed(123)
    drawn = draw(64, 3).flatten()
    height = row + 0.6 * torch.rand(len(drawn)) - 0.3
    axes.plot(drawn.tolist(), height.tolist(), ".", markersize=2)
axes.axvline(0, color="#888888", linewidth=0.8)
axes.set_yticks(range(3), [draw.__name__ for draw in draws])
axes.set(xlabel="number drawn", ylim=(2.6, -0.6))
axes.tick_params(length=0)
axes.spines[:].set_visible(False)
plt.show()
