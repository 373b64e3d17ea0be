# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

_, ax = plt.subplots(figsize=(4.2, 2.4), layout="constrained")
places = (
    (0.0, "norm", "score", True),
    (2.6, "heads", "query", False),
    (5.2, "residual, norm", "score", True),
    (7.8, "hidden", "context", False),
)
for left, name, kind, by_tokens in places:
    for rank in range(2):
        width, height = (1.6, 0.8) if by_tokens else (0.8, 1.6)
        corner = (
            (left, 0.8 - 0.8 * rank)
            if by_tokens
            else (left + 0.8 * rank, 0)
        )
        colour = COLOURS[kind] + ("50", "b0")[rank]
        ax.add_patch(
            plt.Rectangle(corner, width, height, fc=colour, ec="k", lw=0.8)
        )
        middle = corner[0] + width / 2, corner[1] + height / 2
        ax.text(*middle, rank, ha="center", va="center", fontsize=10.5)
    ax.text(left + 0.8, 1.75, name, ha="center", fontsize=10.5)
for left, name in ((1.6, "gather"), (4.2, "scatter"), (6.8, "gather")):
    ax.annotate(
        "",
        (left + 0.95, 0.8),
        (left + 0.05, 0.8),
        arrowprops={"arrowstyle": "->"},
    )
    ax.text(left + 0.5, -0.4, name, ha="center", fontsize=10.5)
ax.set(xlim=(-0.2, 9.6), ylim=(-0.6, 2.3))
ax.axis("off")
plt.show()
