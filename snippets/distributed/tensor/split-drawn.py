# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS


def matrix(ax, left, top, width, height, cuts, name, kind, sideways=False):
    """Draw a matrix, cut into the parts of two ranks."""
    for rank in range(cuts):
        share = (
            (width, height / cuts) if sideways else (width / cuts, height)
        )
        at = (left, top - (rank + 1) * share[1]) if sideways else None
        corner = at or (left + rank * share[0], top - height)
        alpha = ("50", "b0")[rank] if cuts > 1 else "28"
        colour = COLOURS[kind] + alpha
        ax.add_patch(
            plt.Rectangle(corner, *share, fc=colour, ec="k", lw=0.8)
        )
        if cuts > 1:
            middle = (corner[0] + share[0] / 2, corner[1] + share[1] / 2)
            ax.text(*middle, rank, ha="center", va="center", fontsize=10.5)
    ax.text(left + width / 2, top + 0.15, name, ha="center", fontsize=10.5)


_, axes = plt.subplots(2, 1, figsize=(4.2, 3.8), layout="constrained")
for ax, first, between, last, kind in (
    (axes[0], "W_query", "heads", "out_proj", "query"),
    (axes[1], "layers[0]", "hidden", "layers[2]", "context"),
):
    matrix(ax, 0, 2, 1, 1.6, 1, "x", "score")
    ax.text(1.3, 1.2, "·", ha="center", va="center", fontsize=16)
    matrix(ax, 1.6, 2, 1.6, 1, 2, first, kind)
    ax.text(3.5, 1.2, "→", ha="center", va="center", fontsize=13)
    matrix(ax, 3.8, 2, 1.6, 1.6, 2, between, kind)
    ax.text(5.7, 1.2, "·", ha="center", va="center", fontsize=16)
    matrix(ax, 6, 2, 1, 1.6, 2, last, kind, sideways=True)
    ax.text(7.3, 1.2, "=", ha="center", va="center", fontsize=13)
    matrix(ax, 7.6, 2, 1, 0.62, 1, "", kind)
    matrix(ax, 7.6, 1.02, 1, 0.62, 1, "", kind)
    ax.text(8.1, 1.69, "0", ha="center", va="center", fontsize=10.5)
    ax.text(8.1, 0.71, "1", ha="center", va="center", fontsize=10.5)
    ax.text(8.1, 1.2, "+", ha="center", va="center", fontsize=13)
    ax.text(8.1, 2.15, "parts", ha="center", fontsize=10.5)
    ax.set(xlim=(-0.1, 8.8), ylim=(0.2, 2.6))
    ax.axis("off")
plt.show()
