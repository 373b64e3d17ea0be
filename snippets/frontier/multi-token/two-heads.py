# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import tokens
from attention.plotting import COLOURS

n = 4


def chip(ax, x, y, text, colour, **more):
    box = {"boxstyle": "round,pad=0.35", "ec": COLOURS[colour]}
    box["fc"] = COLOURS[colour] + "40"
    ax.text(
        x,
        y,
        text,
        ha="center",
        va="center",
        fontsize=11.2,
        bbox=box,
        **more,
    )


def arrow(ax, start, end, colour="#888888", **more):
    style = {"arrowstyle": "->", "color": colour, "lw": 1.3} | more
    ax.annotate("", end, start, arrowprops=style)


_, ax = plt.subplots(figsize=(4.6, 4.3), layout="constrained")
for i in range(n):
    x = 1.2 * i
    chip(ax, x, 0, tokens[i], "key")
    arrow(ax, (x, 0.25), (x, 0.8))
    chip(ax, x, 1.1, f"$h_{i}$", "value")
    arrow(ax, (x, 1.4), (x, 2.05))
    chip(ax, x, 2.3, tokens[i + 1], "context")
    if i < n - 1:
        arrow(ax, (x + 0.3, 1.1), (x + 0.57, 3.1), COLOURS["value"])
        arrow(ax, (x + 0.9, 0.25), (x + 0.64, 3.1), COLOURS["key"])
        chip(ax, x + 0.6, 3.4, f"$h'_{i}$", "value")
        arrow(ax, (x + 0.6, 3.7), (x + 0.6, 4.3))
        chip(ax, x + 0.6, 4.55, tokens[i + 2], "weight")
names = {
    0: "tokens",
    1.1: "decoder",
    2.3: "next",
    3.4: "one block",
    4.55: "after it",
}
for y, name in names.items():
    ax.text(-0.6, y, name, ha="right", va="center", fontsize=11.2)
ax.set(xlim=(-1.6, 4.2), ylim=(-0.4, 4.95))
ax.axis("off")
plt.show()
