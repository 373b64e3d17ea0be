# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

models = {
    "each its own": [0, 1, 2, 3, 4, 5, 6, 7],
    "two share one": [0, 0, 2, 2, 4, 4, 6, 6],
    "the last six\nshare one": [0, 1, 2, 2, 2, 2, 2, 2],
}
_, ax = plt.subplots(figsize=(4.2, 4.3), layout="constrained")
for column, (name, reads) in enumerate(models.items()):
    left = 3.4 * column
    ax.text(left + 0.6, -1.2, name, ha="center", va="center", fontsize=10.5)
    for layer, read in enumerate(reads):
        keeps = layer == read
        box = {"boxstyle": "round,pad=0.3", "ec": COLOURS["query"]}
        box["fc"] = COLOURS["query"] + "30"
        place = (left, layer)
        ax.text(*place, f"{layer}", ha="center", va="center", bbox=box)
        stroke = {"arrowstyle": "->", "color": "#888888", "lw": 1.2}
        end = (left + 0.95, read + (0 if keeps else 0.15))
        ax.annotate("", end, (left + 0.3, layer), arrowprops=stroke)
        if keeps:
            for shift, colour in ((0, "key"), (0.55, "value")):
                corner = (left + 1.0 + shift, layer - 0.25)
                fill = {"fc": COLOURS[colour] + "90", "lw": 0}
                ax.add_patch(plt.Rectangle(corner, 0.5, 0.5, **fill))
ax.text(-0.9, 3.5, "layers", rotation=90, va="center", fontsize=10.5)
ax.set(xlim=(-1.1, 9.0), ylim=(-1.8, 7.5))
ax.axis("off")
plt.show()
