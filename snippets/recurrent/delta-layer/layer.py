# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

parts = {
    (5.6, 0.1, "token"): "context",
    (0.9, 1.6, "queries"): "query",
    (2.9, 1.6, "keys"): "key",
    (4.6, 1.6, "values"): "value",
    (6.7, 1.6, "strength:\nsigmoid"): "weight",
    (8.75, 1.6, "decay:\nsoftplus"): "weight",
    (10.65, 1.6, "gate:\nSiLU"): "weight",
    (2.15, 3.1, "convolve 4 tokens"): "score",
    (2.8, 4.2, "SiLU"): "score",
    (1.6, 5.3, "length one"): "score",
    (4.4, 6.75, "gated delta rule"): "context",
    (4.4, 7.95, "RMSNorm in each head"): "score",
    (4.4, 9.05, "times the gate"): "context",
    (4.4, 10.15, r"mix the heads by $W_O$"): "context",
}
arrows = [
    ((4.9, 0.3), (1.2, 1.2)),
    ((5.2, 0.45), (3.1, 1.2)),
    ((5.5, 0.5), (4.8, 1.2)),
    ((5.8, 0.5), (6.5, 0.95)),
    ((6.1, 0.4), (8.4, 0.95)),
    ((6.3, 0.2), (10.2, 0.95)),
    ((1.0, 2.0), (1.6, 2.6)),
    ((2.9, 2.0), (2.85, 2.6)),
    ((4.6, 2.0), (4.1, 2.6)),
    ((2.7, 3.5), (2.8, 3.8)),
    ((2.3, 4.6), (1.7, 4.9)),
    ((1.7, 5.7), (2.9, 6.25)),
    ((3.2, 4.6), (4.2, 6.25)),
    ((7.0, 2.2), (5.2, 6.25)),
    ((8.5, 2.2), (5.9, 6.25)),
    ((4.4, 7.25), (4.4, 7.55)),
    ((4.4, 8.35), (4.4, 8.65)),
    ((10.65, 9.05), (5.9, 9.05)),
    ((4.4, 9.45), (4.4, 9.75)),
]
_, ax = plt.subplots(figsize=(4.2, 4.9), layout="constrained")
for start, end in arrows:
    stroke = {"arrowstyle": "->", "color": "#888888", "lw": 1.2}
    ax.annotate("", end, start, arrowprops=stroke)
ax.plot([10.65, 10.65], [2.2, 9.05], color="#888888", lw=1.2)
for (across, up, text), colour in parts.items():
    box = {"boxstyle": "round,pad=0.3", "ec": COLOURS[colour]}
    box["fc"] = COLOURS[colour] + "40"
    middle = {"ha": "center", "va": "center", "fontsize": 10.5}
    ax.text(across, up, text, bbox=box, **middle)
for across, up, wide, text in (
    (-0.2, 2.65, 6.45, "3 inputs"),
    (2.3, 6.3, 6.1, "a matrix"),
):
    frame = {"fill": False, "ec": COLOURS["key"], "ls": "--", "lw": 1.5}
    ax.add_patch(plt.Rectangle((across, up), wide, 0.9, **frame))
    place = (across + wide - 0.1, up + 0.45)
    ax.text(*place, text, ha="right", va="center", fontsize=10.5)
ax.set(xlim=(-0.3, 11.5), ylim=(-0.4, 10.6))
ax.axis("off")
plt.show()
