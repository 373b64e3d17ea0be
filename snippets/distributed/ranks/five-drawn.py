# pip install "attention-verified[plot]"
# runs on the CPU of Linux: ranks are forks of this process
import matplotlib.pyplot as plt
from attention.distributed import on_ranks
from attention.distributed.collectives import main
from attention.plotting import COLOURS

shades = [COLOURS["context"] + alpha for alpha in ("20", "50", "80", "b0")]
before = [
    [10 * rank + place for place in range(1, 5)] for rank in range(1, 5)
]


def draw_strip(ax, left, row, numbers):
    for place, number in enumerate(numbers):
        of = [number // 10 - 1] if number < 100 else range(4)  # whose it is
        for part, rank in enumerate(of):
            corner, width = (
                (left + place + part / len(of), -row),
                1 / len(of),
            )
            ax.add_patch(
                plt.Rectangle(corner, width, 0.8, color=shades[rank])
            )
        middle = (left + place + 0.5, 0.4 - row)
        ax.text(*middle, number, ha="center", va="center", fontsize=10.5)


lines = on_ranks(4, main)[0].splitlines()
_, axes = plt.subplots(5, 1, figsize=(4.2, 8.4), layout="constrained")
for ax, line in zip(axes, lines, strict=True):
    name, *after = line.replace("|", "").split()[:-2]
    each = len(after) // 4
    for row in range(4):
        draw_strip(ax, 0, row, before[row])
        numbers = [int(n) for n in after[each * row : each * (row + 1)]]
        draw_strip(ax, 6, row, numbers)
        ax.text(-0.2, 0.4 - row, f"rank {row}", ha="right", va="center")
    ax.text(5, -1.1, "→", ha="center", va="center", fontsize=16)
    ax.set_title(name, fontsize=11, loc="left")
    ax.set(xlim=(-2.2, 10), ylim=(-3.1, 0.9))
    ax.axis("off")
plt.show()
