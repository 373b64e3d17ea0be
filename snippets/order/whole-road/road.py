# pip install "attention-verified[text,plot]"
import attention as at
import matplotlib.pyplot as plt
import torch
from matplotlib.colors import LinearSegmentedColormap as Ramp

X = at.inputs + at.position_table[:6]
Q, K, V = X @ at.W_query.T, X @ at.W_key.T, X @ at.W_value.T
scores = Q @ K.T / 2**0.5
weights = scores.softmax(dim=-1)

_, ax = plt.subplots(figsize=(4.2, 4.7), layout="constrained")
for left, top, name, matrix, colour in (
    (0, 0, "words", at.inputs, "#808080"),
    (6, 0, "+ positions", at.position_table[:6], "#808080"),
    (12, 0, "= X", X, "#808080"),
    (0, 9, "Q", Q, at.COLOURS["query"]),
    (6, 9, "K", K, at.COLOURS["key"]),
    (12, 9, "V", V, at.COLOURS["value"]),
    (0, 18, r"$QK^\top/\sqrt{2}$", scores, at.COLOURS["score"]),
    (8, 18, "weights", weights, at.COLOURS["weight"]),
    (16, 18, "Z", weights @ V, at.COLOURS["context"]),
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
    for row, word in enumerate(at.tokens if left == 0 else ()):
        ax.text(-0.4, top + row + 0.75, word, ha="right", size=11)
ax.set(xlim=(-4.5, 18.2), ylim=(24.2, -2), aspect="equal")
ax.set_axis_off()
plt.show()
