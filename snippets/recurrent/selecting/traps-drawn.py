# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask, select_keys
from attention.plotting import COLOURS
from matplotlib.colors import ListedColormap

torch.manual_seed(5)
scores, mask, top_k = torch.randn(16, 16), causal_mask(16), 3


def best(scores):
    order = scores.argsort(dim=-1, descending=True, stable=True)
    kept = torch.zeros(16, 16).bool()
    return kept.scatter(-1, order[:, :top_k], True)


drawn = {
    "right": select_keys(scores, top_k, mask),
    "mask too late": best(scores) & mask,
    "no mask after": best(scores.masked_fill(~mask, -torch.inf)),
}
shades = ListedColormap(["#ffffff00", COLOURS["key"] + "73", "#CC3311"])
_, axes = plt.subplots(
    1, 3, figsize=(4.4, 2), sharey=True, layout="constrained"
)
for ax, (name, kept) in zip(axes, drawn.items(), strict=True):
    ax.pcolormesh(kept.int() + (kept & ~mask), cmap=shades, vmin=0, vmax=2)
    for row in (~kept.any(dim=1)).nonzero().flatten().tolist():
        ax.barh(row + 0.5, 16, 0.7, fc="none", ec="#CC3311", lw=1.2)
    ax.stairs(range(16), range(17), color="#888888", lw=1)
    ax.set(xlim=(0, 16), ylim=(16, 0), xticks=[], yticks=[], aspect=1)
    ax.set_title(name, fontsize=11)
    ax.set_xlabel("keys", fontsize=11)
axes[0].set_ylabel("queries", fontsize=11)
plt.show()
