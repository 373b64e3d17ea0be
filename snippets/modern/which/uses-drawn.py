# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask
from attention.plotting import COLOURS
from matplotlib.colors import ListedColormap

padded = (torch.arange(8) < 6).expand(8, 8)  # two tokens of padding
uses = {  # which keys each query should attend to, and the call
    "training": (causal_mask(8), "is_causal=True"),
    "encoding": (padded, "attn_mask, or\nnone if nothing is padded"),
    "decoding, 1 new token": (causal_mask(1, 8), "no mask"),
    "decoding, 3 new tokens": (causal_mask(3, 8), "attn_mask"),
}
shades = ListedColormap(["#ffffff00", COLOURS["weight"] + "90"])
_, axes = plt.subplots(
    2,
    2,
    figsize=(4.4, 3.9),
    layout="constrained",
    gridspec_kw={"height_ratios": [8, 3]},
)
for ax, (name, (mask, call)) in zip(axes.flat, uses.items(), strict=True):
    rows = len(mask)
    grid = {"edgecolors": "#88888870", "lw": 0.6}
    ax.pcolormesh(mask.int(), cmap=shades, vmin=0, vmax=1, **grid)
    ax.stairs(  # what is_causal=True would let through
        range(1, rows + 1),
        range(rows + 1),
        orientation="horizontal",
        color="#CC3311",
        lw=2,
    )
    ax.set(xlim=(-0.1, 8.1), ylim=(rows + 0.1, -0.1), aspect=1)
    ax.set(xticks=[], yticks=[])
    ax.set_title(name, fontsize=11)
    ax.set_xlabel(call, fontsize=11)
    ax.spines[:].set_visible(False)
axes[0, 0].set_ylabel("queries", fontsize=11)
plt.show()
