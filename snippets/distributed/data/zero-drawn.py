import matplotlib.pyplot as plt
from attention.plotting import COLOURS

billions, ranks = 7.5, 64
_, ax = plt.subplots(figsize=(4.2, 2.4), layout="constrained")
for stage in range(4):
    left = 0
    for name, size, first, alpha in (
        ("weights", 2, 3, "ff"),
        ("gradients", 2, 2, "a0"),
        ("state of Adam", 12, 1, "50"),
    ):
        width = size * billions / (ranks if stage >= first else 1)
        label = name if stage == 0 else None
        colour = COLOURS["context"] + alpha
        ax.barh(stage, width, left=left, color=colour, label=label)
        left += width
    ax.text(left + 1, stage, f"{left:.1f}", va="center", fontsize=10.5)
ax.set_yticks(
    range(4), [f"stage {stage}" for stage in range(4)], fontsize=10.5
)
ax.set(xlabel="GB on each of 64 ranks", xlim=(0, 140), ylim=(3.6, -0.6))
ax.legend(fontsize=10.5, loc="lower right")
plt.show()
