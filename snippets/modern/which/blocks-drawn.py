# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask, window_mask
from attention.plotting import COLOURS

tokens, size = 4096, 128
document = torch.arange(tokens) // 512  # eight texts, end to end
masks = {
    "causal": causal_mask(tokens),
    "window": window_mask(tokens, window=1024),
    "eight texts": causal_mask(tokens) & (document[:, None] == document),
}
_, axes = plt.subplots(1, 3, figsize=(4.2, 1.55), layout="constrained")
for ax, (name, mask) in zip(axes, masks.items(), strict=True):
    blocks = mask.view(tokens // size, size, tokens // size, size)
    needed = blocks.any(dim=3).any(dim=1).int()
    first, counts = needed.argmax(dim=1), needed.sum(dim=1)  # in a row
    bars = ax.barh(range(32), counts, 1, first)
    for bar in bars:  # with an edge, or there are gaps between them
        bar.set(color=COLOURS["weight"], lw=0.5)
    ax.set(xlim=(0, 32), ylim=(31.5, -0.5), aspect="equal")
    ax.set(xticks=[], yticks=[])
    ax.set_title(name, fontsize=12)
    ax.spines[:].set(color="#888888", lw=0.6)
plt.show()
