import matplotlib.pyplot as plt
import torch
from attention.examples import inputs
from attention.plotting import COLOURS
from matplotlib.colors import LinearSegmentedColormap as Ramp
from torch import nn

torch.manual_seed(123)
W_query = nn.Linear(3, 2, bias=False)

_, ax = plt.subplots(figsize=(4.2, 2.3), layout="constrained")
for left, top, name, matrix, colour in (
    (0, 2, "stored", W_query.weight, COLOURS["query"]),
    (6, 2, "X", inputs, "#808080"),
    (11, 2, "@ weight.T", W_query.weight.T, COLOURS["query"]),
    (16, 2, "= Q", W_query(inputs), COLOURS["query"]),
):
    rows, columns = matrix.shape
    ax.pcolormesh(
        torch.arange(left, left + columns + 1),
        torch.arange(top, top + rows + 1),
        matrix.detach(),
        cmap=Ramp.from_list("", ["#EEEEEE", colour]),
        edgecolors="white",
    )
    title = f"{name}\n{[rows, columns]}"
    ax.text(left + columns / 2, top - 0.6, title, ha="center", size=11)
ax.set(xlim=(-1, 19.5), ylim=(8.2, -1.6), aspect="equal")
ax.set_axis_off()
plt.show()
