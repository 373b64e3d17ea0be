# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention import COLOURS

_, panels = plt.subplots(3, figsize=(4.2, 4.6), layout="constrained")
for ax, groups in zip(panels, (8, 2, 1), strict=True):
    each = 8 // groups
    for head in range(8):
        middle = head // each * each + (each - 1) / 2
        ax.plot([head, middle], [1, 0], color="#888888", zorder=0)
        ax.scatter(head, 1, s=150, c=COLOURS["query"])
        ax.scatter(middle - 0.16, 0, s=90, c=COLOURS["key"], marker="s")
        ax.scatter(middle + 0.16, 0, s=90, c=COLOURS["value"], marker="s")
    plural = "s" if groups > 1 else ""
    ax.set(title=f"8 heads, {groups} group{plural}", ylim=(-0.3, 1.3))
    ax.set_yticks([0, 1], ["keys, values", "queries"])
    ax.set_xticks([])
    ax.spines[:].set_visible(False)
plt.show()
