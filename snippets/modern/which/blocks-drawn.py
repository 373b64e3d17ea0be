# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask, heatmap, window_mask

tokens, size = 4096, 128
document = torch.arange(tokens) // 512  # eight texts, end to end
masks = {
    "causal": causal_mask(tokens),
    "window": window_mask(tokens, window=1024),
    "eight texts": causal_mask(tokens) & (document[:, None] == document),
}
_, axes = plt.subplots(1, 3, figsize=(4.2, 2), layout="constrained")
for ax, (name, mask) in zip(axes, masks.items(), strict=True):
    blocks = mask.view(tokens // size, size, tokens // size, size)
    needed = blocks.any(dim=3).any(dim=1).float()
    heatmap(needed, rows=[""] * 32, columns=[""] * 32, decimals=None, ax=ax)
    ax.set_xlabel(name)
plt.show()
