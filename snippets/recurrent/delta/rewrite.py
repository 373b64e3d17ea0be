# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import delta_rule, linear_attention
from attention.plotting import heatmap

people = torch.tensor([[1.0, 0.0], [0.28, 0.96]])  # the keys of ada and ben
places = torch.eye(3)  # the values garden, kitchen and office
keys, values = people[[0, 1, 0]], places  # ada moves to the office
_, axes = plt.subplots(2, 2, figsize=(4.2, 4.0), layout="constrained")
for column, writes in enumerate((2, 3)):
    given = keys[:writes], keys[:writes], values[:writes]
    _, added = linear_attention(*given)
    _, corrected = delta_rule(*given, torch.ones(writes))
    for ax, state in zip(axes[:, column], (added, corrected), strict=True):
        heatmap(
            people @ state,
            rows=["ada", "ben"],
            columns=["garden", "kitchen", "office"],
            colour="context",
            ax=ax,
        )
        ax.collections[0].set_clim(0, 1)  # the same shades in all grids
for ax, name in zip(axes[:, 0], ("added", "corrected"), strict=True):
    ax.set_ylabel(name)
axes[0, 0].set_title("after two writes", fontsize=11)
axes[0, 1].set_title("ada \N{RIGHTWARDS ARROW} office", fontsize=11)
plt.show()
