# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS
from matplotlib.colors import LinearSegmentedColormap as Ramp
from torch import nn


class OneForgotten(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(3, 2))
        self.W_key = nn.Parameter(torch.rand(3, 2))
        self.W_value = torch.rand(3, 2)  # no nn.Parameter around it


torch.manual_seed(123)
layer = OneForgotten()
registered = dict(layer.named_parameters())
_, ax = plt.subplots(figsize=(4.2, 2.7), layout="constrained")
names = ("W_query", "W_key", "W_value")
for row, name in enumerate(names):
    top, kind = 4.4 * row, name.removeprefix("W_")
    ax.pcolormesh(
        torch.arange(3),
        torch.arange(4) + top,
        getattr(layer, name).detach(),
        cmap=Ramp.from_list("", ["#EEEEEE", COLOURS[kind]]),
        edgecolors="white",
    )
    ax.text(2.5, top + 1.8, name, size=11)
    if name in registered:
        ax.plot([7.4, 12.4], [top + 1.5, 4], color="#888888", marker="o")
ax.text(2.5, 12, "a plain tensor", size=11)
for left, wide, tall in ((-0.8, 10.2, 14.4), (12.4, 7.4, 5)):
    top = -1.2 if left < 0 else 1.5
    ax.add_patch(plt.Rectangle((left, top), wide, tall, fill=False))
ax.text(3.8, -1.7, "the layer", ha="center", size=11)
ax.text(
    16.1, 4, "optimiser,\nstate dict", ha="center", va="center", size=11
)
ax.set(xlim=(-1.2, 20.2), ylim=(13.4, -3), aspect="equal")
ax.set_axis_off()
plt.show()
