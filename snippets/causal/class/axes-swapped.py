# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS
from matplotlib.colors import ListedColormap

keys = torch.zeros(2, 6, 2)  # two sentences, six words, two features
keys[1] = 1.0  # the second is grey

_, ax = plt.subplots(figsize=(4.2, 2), layout="constrained")
for left, name, tensor in (
    (1.5, "keys", keys),
    (9, "transpose(1, 2)", keys.transpose(1, 2)),
    (19.5, ".T", keys.permute(2, 1, 0)),
):
    ramp = ListedColormap([COLOURS["key"], "#999999"])
    for back in (1, 0):
        rows, columns = tensor.shape[1:]
        across = [left + 0.8 * back + j for j in range(columns + 1)]
        down = [i - 0.8 * back for i in range(rows + 1)]
        cells = tensor[back].tolist()
        ax.pcolormesh(
            across,
            down,
            cells,
            cmap=ramp,
            edgecolors="white",
            vmin=0,
            vmax=1,
        )
    title = f"{name}\n{list(tensor.shape)}"
    ax.text(left + columns / 2 + 0.4, -1.3, title, ha="center", size=11)
ax.set(xlim=(0, 25), ylim=(6.2, -4.2), aspect="equal")
ax.set_axis_off()
plt.show()
