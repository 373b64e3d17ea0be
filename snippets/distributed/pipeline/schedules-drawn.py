# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.distributed import timetable
from attention.plotting import COLOURS

_, axes = plt.subplots(2, 1, figsize=(6.4, 4.2), layout="constrained")
for ax, schedule in zip(axes, ("GPipe", "1F1B"), strict=True):
    for rank, passes in enumerate(timetable(4, 8, schedule)):
        now = 0
        for each in passes:
            forward = each.kind == "F"
            now += 1 if forward else -1
            width = each.end - each.start
            alpha = "b0" if forward else "50"
            ax.barh(
                rank,
                width,
                left=each.start,
                height=0.8,
                color=COLOURS["context"] + alpha,
                ec="w",
            )
            middle = each.start + width / 2
            ax.text(
                middle, rank, each.micro_batch, ha="center", va="center"
            )
    ax.set_yticks(range(4), [f"rank {rank}" for rank in range(4)])
    ax.set(xlim=(0, 33), ylim=(3.5, -0.5), title=schedule)
    ax.set_xticks([0, 33])
axes[1].set_xlabel("time, in forward passes")
plt.show()
