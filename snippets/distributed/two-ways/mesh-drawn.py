# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

_, ax = plt.subplots(figsize=(4.2, 2.6), layout="constrained")
for rank in range(4):
    data, tensor = divmod(rank, 2)
    left, bottom = 3 * tensor, 1.9 * (1 - data)
    ax.add_patch(plt.Rectangle((left, bottom), 2.6, 1.4, fc="none", ec="k"))
    ax.text(left + 0.1, bottom + 1.5, f"rank {rank}", fontsize=10.5)
    for row in range(4):
        mine = row == 2 * tensor + data
        colour = COLOURS["query"] + ("b0" if mine else "18")
        place = left + 0.2, bottom + 1.05 - 0.28 * row
        ax.add_patch(
            plt.Rectangle(place, 0.9, 0.28, fc=colour, ec="k", lw=0.8)
        )
    for column in range(2):
        colour = COLOURS["score"] + ("b0" if column == data else "18")
        place = left + 1.5 + 0.45 * column, bottom + 0.21
        ax.add_patch(
            plt.Rectangle(place, 0.45, 1.12, fc=colour, ec="k", lw=0.8)
        )
ax.text(0.65, -0.45, "rows", ha="center", fontsize=10.5)
ax.text(1.95, -0.45, "batch", ha="center", fontsize=10.5)
ax.text(3.65, -0.45, "rows", ha="center", fontsize=10.5)
ax.text(4.95, -0.45, "batch", ha="center", fontsize=10.5)
ax.set(xlim=(-0.1, 5.8), ylim=(-0.6, 3.9))
ax.axis("off")
plt.show()
