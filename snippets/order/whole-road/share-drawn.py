# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
    tokens,
)
from attention.plotting import COLOURS

X = inputs + position_table[:6]
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
weights = torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1)
journeys = weights[1]
parts = {
    "its weights": (journeys, "weight"),
    "the second entries of V": (V[:, 1], "value"),
    "weight times entry": (journeys * V[:, 1], "context"),
}

plt.rc("font", size=11)
_, axes = plt.subplots(3, figsize=(4.2, 4.6), sharex=True)
for ax, (title, (y, colour)) in zip(axes, parts.items(), strict=True):
    bars = ax.bar(tokens, y.tolist(), color=COLOURS[colour])
    ax.bar_label(bars, fmt="%.2f", padding=2)
    ax.axhline(0, color="#808080", linewidth=0.8)
    ax.set_title(title, size=11, loc="left")
    ax.set(yticks=[], ymargin=0.3)
    ax.set_frame_on(False)
    ax.tick_params(length=0)
plt.tight_layout()
plt.show()
