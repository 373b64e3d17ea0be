# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.examples import plane_keys, plane_queries, plane_tokens
from attention.plotting import COLOURS
from matplotlib.colors import LinearSegmentedColormap as Ramp

colour = Ramp.from_list("", ["#F0F0F0", COLOURS["weight"]])
scores = plane_queries @ plane_keys.T / 2**0.5
masked = scores.softmax(dim=-1).tril()
stretched = masked / masked.sum(dim=-1, keepdim=True)

later = {"fc": "none", "ec": "#888888", "lw": 0, "hatch": "///"}
ink = {"label_type": "center", "size": 11, "color": "#010101"}
_, axes = plt.subplots(
    1, 2, sharey=True, figsize=(4.2, 2.9), layout="constrained"
)
for ax, rows in zip(axes, (masked, stretched), strict=True):
    ax.barh(range(8), 1, **later)  # hidden by what is left
    for place, row in enumerate(rows.tolist()):
        left = 0
        for word, share in zip(plane_tokens, row, strict=True):
            bar = ax.barh(
                place, share, left=left, color=colour(share), ec="white"
            )
            if share > 0.3:
                ax.bar_label(bar, [word], **ink)
            left += share
    ax.set(xlim=(0, 1), xticks=[])
    ax.tick_params(length=0, labelsize=11)
    ax.set_frame_on(False)
axes[0].set_yticks(range(8), plane_tokens)
axes[0].invert_yaxis()
axes[0].set_title("multiplied", size=12)
axes[1].set_title("renormalised", size=12)
plt.show()
