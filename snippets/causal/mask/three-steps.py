# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask
from attention.examples import plane_keys, plane_queries, plane_tokens
from attention.plotting import COLOURS
from matplotlib.colors import LinearSegmentedColormap as Ramp

words, mask = plane_tokens, causal_mask(8)
scores = plane_queries @ plane_keys.T / 2**0.5
hidden = scores.masked_fill(~mask, -torch.inf)
weights = hidden.softmax(dim=-1).masked_fill(~mask, torch.nan)

_, axes = plt.subplots(1, 3, figsize=(4.2, 3.2), layout="constrained")
for ax, values in zip(axes, (scores, hidden, weights), strict=True):
    full = COLOURS["weight" if ax is axes[2] else "score"]
    ax.pcolormesh(
        values.tolist(), cmap=Ramp.from_list("", ["#F0F0F0", full])
    )
    ax.set_xticks(torch.arange(8) + 0.5, words, rotation=90)
    ax.set_yticks([])
    ax.tick_params(length=0, labelsize=11)
    ax.xaxis.tick_top()
    ax.invert_yaxis()
    ax.set_frame_on(False)
axes[0].set_title("scores", fontsize=12)
axes[1].set_title("later: −∞", fontsize=12)
axes[2].set_title("softmax", fontsize=12)
axes[0].set_yticks(torch.arange(8) + 0.5, words)
later = range(1, 8)
grey = {"fc": "none", "ec": "#888888", "lw": 0, "hatch": "///"}
axes[1].bar(later, later, 1, align="edge", **grey)
plt.show()
