# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import COLOURS

ids = [3, 41, 7, 19, 3]
_, ax = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
for row in range(5):
    for place, number in enumerate(ids[: row + 1]):
        box = {"boxstyle": "round", "fc": "none", "ec": "#888888"}
        ax.text(
            place, row, number, size=11, ha="center", va="center", bbox=box
        )
    arrow = {"arrowstyle": "-|>", "color": "#888888"}
    ax.annotate("", (row + 0.75, row), (row + 0.3, row), arrowprops=arrow)
    follows = str(ids[row + 1]) if row < 4 else "?"
    box = {"boxstyle": "round", "fc": COLOURS["weight"] + "60"}
    box["ec"] = COLOURS["weight"]
    ax.text(
        row + 1, row, follows, size=11, ha="center", va="center", bbox=box
    )
ax.set(xlim=(-0.4, 5.4), ylim=(4.5, -0.5))
ax.axis("off")
plt.show()
