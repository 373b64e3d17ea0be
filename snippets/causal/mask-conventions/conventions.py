# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import (
    SelfAttentionV2,
    causal_mask,
    masked_attention_weights,
    to_additive,
    to_multihead,
    to_sdpa,
)
from attention.examples import seeded_scores
from attention.plotting import COLOURS, heatmap

mask = causal_mask(6)
ones = torch.ones(6, 6)
letters, signs = {True: "T", False: "F"}, {0: "0", -torch.inf: "−∞"}
panels = {  # the mask, what its entries are called, which of them allows
    "tril of ones": (ones.tril().int(), None, 1),
    "triu of ones": (ones.triu(diagonal=1).int(), None, 0),
    "SDPA, boolean": (to_sdpa(mask), letters, True),
    "MultiheadAttention": (to_multihead(mask), letters, False),
    "both, floats": (to_additive(mask), signs, 0),
}

_, axes = plt.subplots(3, 2, figsize=(4.2, 6.6), layout="constrained")
for ax, (title, (cells, names, allows)) in zip(
    axes.flat, panels.items(), strict=False
):
    for i, row in enumerate(cells.tolist()):
        for j, entry in enumerate(row):
            colour = COLOURS["weight"] if entry == allows else "#888888"
            ax.barh(i, 0.92, 0.92, j, color=colour, alpha=0.3)
            text = names[entry] if names else entry
            ax.text(j + 0.46, i, text, ha="center", va="center", size=11)
    ax.set_title(title, fontsize=11)
    ax.set(aspect="equal", ylim=(5.5, -0.5))
    ax.axis("off")

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, mask)
weights = weights.masked_fill(~mask, torch.nan)  # draws no cell
blank = 6 * [""]
heatmap(weights, rows=blank, columns=blank, decimals=None, ax=axes[2, 1])
axes[2, 1].set_title("the weights", fontsize=11)
plt.show()
