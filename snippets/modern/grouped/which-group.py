# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

groups = torch.arange(2)
copies = {
    "repeat_interleave(2)": groups.repeat_interleave(2),
    "repeat(2)": groups.repeat(2),
}
plt.rc("font", size=11)
_, panels = plt.subplots(2, figsize=(4.2, 4.8), layout="constrained")
inked = {"ha": "center", "va": "center", "fontsize": 11}
for ax, (name, order) in zip(panels, copies.items(), strict=True):
    for head, group in enumerate(order.tolist()):
        x = [head, 2 * group + 0.5]
        line = {"arrowstyle": "-", "color": "#888888"}
        line |= {"shrinkA": 13, "shrinkB": 12}  # points, from rim to rim
        ax.annotate("", (x[1], 0), (head, 1), arrowprops=line)
        ax.plot(head, 1, "o", ms=24, color=COLOURS["query"], alpha=0.45)
        ax.text(head, 1, f"{head}", **inked)
        for kind, by in (("key", -0.18), ("value", 0.18)):
            at = x[1] + by
            ax.plot(at, 0, "s", ms=22, color=COLOURS[kind], alpha=0.45)
            ax.text(at, 0, f"{group}", **inked)
    ax.set_title(name, fontsize=11)
    ax.set_yticks([0, 1], ["keys,\nvalues", "query\nheads"])
    ax.set(xticks=[], xlim=(-0.5, 3.5), ylim=(-0.45, 1.45))
    ax.spines[:].set_visible(False)
plt.show()
