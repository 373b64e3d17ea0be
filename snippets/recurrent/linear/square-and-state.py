# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import COLOURS, plane_keys, plane_queries, plane_values

keys, values = plane_keys, plane_values
scores = (plane_queries @ keys.mT).tril()
_, axes = plt.subplots(2, 3, figsize=(4.2, 3.4), layout="constrained")
for column, now in enumerate((2, 5, 8)):
    state = keys[:now].mT @ values[:now]
    grids = [("score", scores[:now], 9), ("context", state, 22)]
    for ax, (name, grid, most) in zip(axes[:, column], grids, strict=True):
        for row, numbers in enumerate(grid.tolist()):
            shown = numbers[: row + 1] if name == "score" else numbers
            for place, number in enumerate(shown):
                share = 0.08 + 0.92 * min(1, abs(number) / most)
                spot, size = (place, -row), 0.92
                fill = {"fc": COLOURS[name], "alpha": share}
                ax.add_patch(plt.Rectangle(spot, size, size, **fill))
        ax.set(xlim=(-0.2, 8.2), ylim=(-7.2, 1.2), aspect="equal")
        ax.axis("off")
    axes[0, column].set_title(f"{now} words", fontsize=11)
for row, text in enumerate(("the square", "the state")):
    axes[row, 0].text(-0.6, -3, text, rotation=90, va="center", fontsize=11)
plt.show()
