# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.distributed import positions_of_ranks
from attention.plotting import COLOURS

shades = [COLOURS["context"] + alpha for alpha in ("20", "50", "80", "b0")]
_, axes = plt.subplots(2, 1, figsize=(4.2, 7.4), layout="constrained")
for ax, title, zigzag in (
    (axes[0], "plain", False),
    (axes[1], "zig-zag", True),
):
    positions = positions_of_ranks(8, 4, zigzag=zigzag)  # of pieces
    ranks = [int((positions == n).nonzero()[0, 0]) for n in range(8)]
    for query in range(8):
        for key in range(query + 1):
            left = [(key, query), (key, query + 1), (key + 1, query + 1)]
            corners = left if key == query else [*left, (key + 1, query)]
            shade = shades[ranks[query]]
            ax.add_patch(plt.Polygon(corners, fc=shade, ec="k", lw=0.6))
            step = (ranks[query] - ranks[key]) % 4 + 1
            x, y = (0.3, 0.7) if key == query else (0.5, 0.5)
            at = key + x, query + y
            ax.text(*at, step, ha="center", va="center", fontsize=10.5)
    ax.set_title(title, fontsize=11)
    ax.set(xlim=(0, 8), ylim=(8, 0), aspect="equal")
    ax.set_xlabel("ranks of the keys", fontsize=10.5)
    ax.set_ylabel("ranks of the queries", fontsize=10.5)
    middles = [n + 0.5 for n in range(8)]
    ax.set_xticks(middles, ranks, fontsize=10.5)
    ax.set_yticks(middles, ranks, fontsize=10.5)
    ax.tick_params(length=0)
    ax.spines[["top", "right"]].set_visible(False)
plt.show()
