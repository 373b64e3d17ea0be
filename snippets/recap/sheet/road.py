# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import causal_mask
from attention.examples import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
    tokens,
)
from attention.plotting import heatmap

X = inputs + position_table[:6]
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
scores = Q @ K.T
scaled = scores / 2**0.5
masked = scaled.masked_fill(~causal_mask(6), -torch.inf)
weights = torch.softmax(masked, dim=-1)
q, z = Q[1], (weights @ V)[1]  # journey's

panels = [
    (X.T, ("X", "", ""), None, 2),
    (K.T, ("key", ""), "key", 3),
    (scores[[1]], ("score",), "score", 3),
    (scaled[[1]], ("÷ √2",), "score", 3),
    (masked[[1]], ("masked",), "score", 3),
    (weights[[1]], ("weight",), "weight", 3),
    (V.T, ("value", ""), "value", 3),
    (weights[1] * V.T + 0, ("weight\n× value", ""), "context", 3),
]
heights = [len(rows) for _, rows, _, _ in panels]
size = {"figsize": (4.2, 4.6), "layout": "constrained"}
figure, axes = plt.subplots(8, height_ratios=heights, **size)
for ax, (matrix, rows, colour, decimals) in zip(axes, panels, strict=True):
    columns = tokens if ax is axes[0] else [""] * 6
    style = {"colour": colour, "decimals": decimals}
    heatmap(matrix, rows=rows, columns=columns, **style, ax=ax)
    ax.set_aspect("auto")
axes[0].set_title(
    f"journey asks with ({q[0]:.3f}, {q[1]:.3f})", fontsize=11
)
axes[-1].set_xlabel(f"added up: ({z[0]:.3f}, {z[1]:.3f})")
axes[-1].xaxis.set_label_position("bottom")
plt.show()
