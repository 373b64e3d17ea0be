# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt

_, ax = plt.subplots(figsize=(4.2, 2.5), layout="constrained")
word = {"ha": "center", "va": "center", "fontsize": 12}
box = {"boxstyle": "round,pad=0.35", "fc": "none", "ec": "#888888"}
corner = "angle,angleA={},angleB={},rad=5"


def arrow(start, end, turn="arc3"):
    style = {
        "arrowstyle": "->",
        "connectionstyle": turn,
        "color": "#888888",
    }
    ax.annotate("", end, start, arrowprops=style)


for y, title, top in ((3, "not added", 0.8), (0, "input added", 1.7)):
    ax.text(-0.3, y + top, title, fontsize=12)
    ax.text(0, y, "x", **word)
for layer in range(3):
    left, name = 3 * layer + 0.3, f"layer {layer + 1}"
    ax.text(left + 1.3, 3, name, **word, bbox=box)
    arrow((left - 0.8 * (layer > 0), 3), (left + 0.5, 3))
    ax.text(left + 1.3, 1, name, **word, bbox=box)
    arrow((left, 0), (left + 0.5, 1), corner.format(90, 0))
    arrow((left + 2.1, 1), (left + 2.6, 0.3), corner.format(0, 90))
    ax.text(left + 2.6, 0, "+", **word, bbox=box)
    ax.plot([left, left + 2.2], [0, 0], color="black", linewidth=3)
arrow((8.4, 3), (9.7, 3))
arrow((9.3, 0), (9.7, 0))
ax.set(xlim=(-0.4, 9.9), ylim=(-0.5, 4.3))
ax.axis("off")
plt.show()
