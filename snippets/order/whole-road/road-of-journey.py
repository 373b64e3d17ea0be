import matplotlib.pyplot as plt
import torch
from attention import (
    W_key,
    W_query,
    W_value,
    heatmap,
    inputs,
    position_table,
    tokens,
)

X = inputs + position_table[:6]
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
q = Q[1]  # journey's
scores = q @ K.T / 2**0.5
weights = torch.softmax(scores, dim=-1)
z = weights @ V
print(scores)
print(weights)
print(z)

panels = {
    "key": (K.T, ("key", "")),
    "score": (scores[None], ("scaled\nscore",)),
    "weight": (weights[None], ("weight",)),
    "value": (V.T, ("value", "")),
    "context": (weights * V.T, ("weight\n× value", "")),
}
heights = [len(labels) for _, labels in panels.values()]
size = {"figsize": (4.5, 6.2), "layout": "constrained"}
figure, axes = plt.subplots(5, height_ratios=heights, **size)
for ax, (colour, (rows, labels)) in zip(axes, panels.items(), strict=True):
    columns = tokens if colour == "key" else [""] * 6
    heatmap(
        rows, rows=labels, columns=columns, colour=colour, decimals=3, ax=ax
    )
figure.suptitle(f"journey asks with ({q[0]:.3f}, {q[1]:.3f})")
figure.supxlabel(f"rows added up: ({z[0]:.3f}, {z[1]:.3f})")
plt.show()
