# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

SIZE, ROW, COLUMN = 512, 200, 300  # where the outlier is
blocks = {
    "tensor": (512, 512),
    "128 × 128": (128, 128),
    "row": (1, 512),
    "1 × 128": (1, 128),
}
_, axes = plt.subplots(1, 4, figsize=(4.2, 1.6), layout="constrained")
for ax, (name, (high, wide)) in zip(axes, blocks.items(), strict=True):
    corner = COLUMN // wide * wide, ROW // high * high
    shown = max(high, 9)  # one row of 512 would be too thin to be seen
    ax.add_patch(
        plt.Rectangle(corner, wide, shown, color=COLOURS["key"], lw=0)
    )
    for across in range(wide, SIZE, wide):
        ax.axvline(across, color="#888888", lw=0.6)
    if high > 1:
        for down in range(high, SIZE, high):
            ax.axhline(down, color="#888888", lw=0.6)
    ax.plot(COLUMN, ROW, "o", color=COLOURS["weight"], ms=5)
    share = SIZE * SIZE // (high * wide)
    ax.set_title(name, fontsize=10.5)
    ax.set_xlabel("all" if share == 1 else f"1 of {share:,}", fontsize=10.5)
    ax.set(xlim=(0, SIZE), ylim=(SIZE, 0), xticks=[], yticks=[], aspect=1)
plt.show()
