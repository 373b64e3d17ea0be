# pip install "attention-verified[text,plot]"
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
from matplotlib.colors import LinearSegmentedColormap as Ramp

X = inputs + position_table[:6]
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
scores = Q @ K.T / 2**0.5
weights = scores.softmax(dim=-1)

_, ax = plt.subplots(figsize=(4.2, 4.7), layout="constrained")
for left, top, name, matrix, colour in (
    (0, 0, "words", inputs, "#808080"),
    (6, 0, "+ positions", position_table[:6], "#808080"),
    (12, 0, "= X", X, "#808080"),
    (0, 9, "Q", Q, COLOURS["query"]),
    (6, 9, "K", K, COLOURS["key"]),
    (12, 9, "V", V, COLOURS["value"]),
    (0, 18, r"$QK^\top/\sqrt{2}$", scores, COLOURS["score"]),
    (8, 18, "weights", weights, COLOURS["weight"]),
    (16, 18, "Z", weights @ V, COLOURS["context"]),
):
    columns = matrix.shape[1]
    ax.pcolormesh(
        torch.arange(left, left + columns + 1),
        torch.arange(top, top + 7),
        matrix,
        cmap=Ramp.from_list("", ["#EEEEEE", colour]),
        edgecolors="white",
    )
    middle = left + columns / 2
    ax.text(middle, top - 0.6, name, ha="center", size=11)
    for row, word in enumerate(tokens if left == 0 else ()):
        ax.text(-0.4, top + row + 0.75, word, ha="right", size=11)
ax.set(xlim=(-4.5, 18.2), ylim=(24.2, -2), aspect="equal")
ax.set_axis_off()
plt.show()
