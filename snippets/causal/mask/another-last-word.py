# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import plane_keys, plane_queries
from attention.plotting import COLOURS

other = plane_keys.clone()
other[7] = torch.tensor([5.0, -1.0])  # another last word, a person's name

later = {"fc": "none", "ec": "#888888", "lw": 0, "hatch": "///"}
ink = {"label_type": "center", "size": 11, "color": "#010101"}
_, axes = plt.subplots(2, 1, figsize=(4.2, 2.3), layout="constrained")
axes[0].set_title("multiplied", size=12)
axes[1].set_title("renormalised", size=12)
for last, keys in (("… misses it", plane_keys), ("… misses ben", other)):
    scores = keys @ plane_queries[1] / 2**0.5  # sold asks
    masked = scores.softmax(dim=0)
    masked[2:] = 0  # all words after sold
    for ax, row in zip(axes, (masked, masked / masked.sum()), strict=True):
        ax.barh(last, 1, **later)
        bar = ax.barh(last, row[0], color=COLOURS["weight"])
        if row[0] > 0.1:
            ax.bar_label(bar, ["ada"], **ink)
        print(f"{last:12} {ax.get_title():12} ada {row[0]:.4f}")
        ax.set(xlim=(0, 1), xticks=[], ylim=(1.5, -0.5))
        ax.tick_params(length=0, labelsize=11)
        ax.set_frame_on(False)
plt.show()
