# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SelfAttentionV1
from attention.examples import inputs
from attention.plotting import COLOURS
from matplotlib.colors import LinearSegmentedColormap as Ramp

torch.manual_seed(123)
layer = SelfAttentionV1(d_in=3, d_out=2)

_, ax = plt.subplots(figsize=(4.2, 2.9), layout="constrained")
for left, top, name, matrix, colour in (
    (0, 2, "words", inputs, "#808080"),
    (8, 0, "W_query", layer.W_query, COLOURS["query"]),
    (8, 5, "W_key", layer.W_key, COLOURS["key"]),
    (8, 10, "W_value", layer.W_value, COLOURS["value"]),
    (16.6, 2, "context", layer(inputs), COLOURS["context"]),
):
    rows, columns = matrix.shape
    ax.pcolormesh(
        torch.arange(left, left + columns + 1),
        torch.arange(top, top + rows + 1),
        matrix.detach(),
        cmap=Ramp.from_list("", ["#EEEEEE", colour]),
        edgecolors="white",
    )
    if left == 8:
        ax.text(10.4, top + 2.4, f"{name}\n{[rows, columns]}", size=11)
    else:
        title = f"{name}\n{[rows, columns]}"
        ax.text(left + columns / 2, top - 0.6, title, ha="center", size=11)
ax.text(1.5, 9.2, "features", ha="center", size=11)
ax.text(-0.7, 5, "tokens", rotation=90, ha="center", va="center", size=11)
ax.add_patch(plt.Rectangle((6.6, -1), 8, 15, fill=False, ec="#888888"))
for left in (4.8, 15.6):
    ax.text(left, 5.3, "→", ha="center", size=14)
ax.set(xlim=(-1.5, 20), ylim=(14.2, -1.6), aspect="equal")
ax.set_axis_off()
plt.show()
