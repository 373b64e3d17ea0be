# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask, decay_mask
from attention.examples import plane_tokens
from attention.plotting import heatmap

by_token = torch.tensor([0.95, 0.9, 0.95, 0.9, 0.1, 0.9, 0.95, 0.9])
quick = torch.tensor([0.6, 0.5, 0.6, 0.5, 0.1, 0.6, 0.5, 0.6])
slow = torch.tensor([0.98, 0.95, 0.98, 0.9, 0.9, 0.95, 0.98, 0.95])
masks = {
    "one for all tokens": torch.full((8,), 0.8),
    "one for each token": by_token,
    "a first channel": quick,
    "a second channel": slow,
}
_, axes = plt.subplots(2, 2, figsize=(4.2, 4.3), layout="constrained")
for number, (title, decays) in enumerate(masks.items()):
    ax = axes.flat[number]
    names = ["" if number % 2 else word for word in plane_tokens]
    mask = decay_mask(decays.log())
    mask = mask.where(causal_mask(8), torch.nan)
    heatmap(mask, rows=names, columns=[""] * 8, decimals=None, ax=ax)
    for bar in ax.child_axes:
        bar.remove()
    ax.set_title(title, fontsize=11, loc="left")
plt.show()
