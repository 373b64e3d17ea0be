# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS
from matplotlib.patches import Rectangle

fig, ax = plt.subplots(figsize=(4.2, 4.2), layout="constrained")
number = 0
for row in range(4):
    for column in range(4):
        hidden = column > row
        colour = "none" if hidden else COLOURS["score"]
        corner = (column + 0.04, row + 0.04)
        ax.add_patch(
            Rectangle(
                corner, 0.92, 0.92, fc=colour, ec="#888888", alpha=0.5
            )
        )
        number += not hidden
        label = "–" if hidden else f"{number}"
        ax.text(column + 0.5, row + 0.5, label, ha="center", va="center")
ax.set(xlim=(0, 4), ylim=(4, 0), aspect="equal")
blocks = ["0–63", "64–127", "128–191", "192–255"]
ax.set_xticks([0.5, 1.5, 2.5, 3.5], blocks)
ax.set_yticks([0.5, 1.5, 2.5, 3.5], blocks)
ax.set(xlabel="keys", ylabel="queries")
plt.show()
