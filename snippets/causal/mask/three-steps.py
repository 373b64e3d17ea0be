# pip install "attention-verified[plot]"
import attention as at
import matplotlib.pyplot as plt
import torch
from matplotlib.colors import LinearSegmentedColormap as Ramp

words, mask = at.plane_tokens, at.causal_mask(8)
scores = at.plane_queries @ at.plane_keys.T / 2**0.5
hidden = scores.masked_fill(~mask, -torch.inf)
weights = hidden.softmax(dim=-1)

size = {"figsize": (4.2, 3.2), "layout": "constrained"}
_, axes = plt.subplots(1, 3, sharey=True, **size)
lowest, highest = scores.min(), scores.max()
for ax, title, cells, colour, low, high in (
    (axes[0], "scores", scores, "score", lowest, highest),
    (axes[1], "later: −∞", hidden, "score", lowest, highest),
    (axes[2], "softmax", weights, "weight", 0, 1),
):
    ramp = Ramp.from_list("", ["#F0F0F0", at.COLOURS[colour]])
    for row in range(8):
        seen = 8 if ax is axes[0] else row + 1
        strip = cells[row : row + 1, :seen].tolist()
        edges = range(seen + 1), (row, row + 1)
        style = {"vmin": low, "vmax": high, "edgecolors": "face", "lw": 0.2}
        ax.pcolormesh(*edges, strip, cmap=ramp, **style)
    ax.set_title(title, fontsize=12)
    ax.set_xticks([place + 0.5 for place in range(8)], words, rotation=90)
    ax.set_yticks([place + 0.5 for place in range(8)], words)
    ax.xaxis.tick_top()
    ax.tick_params(length=0, labelsize=11)
    ax.set(xlim=(0, 8), ylim=(8, 0))
    ax.set_frame_on(False)
steps = range(1, 9)  # a staircase over the later words
axes[1].fill_between(
    [0, *steps],
    0,
    [0, *range(1, 8), 8],
    step="post",
    fc="none",
    hatch="///",
)
plt.show()
