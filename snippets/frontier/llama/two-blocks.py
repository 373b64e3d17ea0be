# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

gpt = [
    "feed-forward, GELU",
    "LayerNorm",
    "attention, 12 heads",
    "LayerNorm",
    "+ learned positions",
]
llama = [
    "SwiGLU",
    "RMSNorm",
    "attention, 12 heads\nin 4 groups",
    "RMSNorm",
    "",
]
colours = ["context", "score", "value", "score", "key"]

_, ax = plt.subplots(figsize=(4.2, 4.6), layout="constrained")
for left, title, parts in ((0, "GPT-2", gpt), (1.1, "Llama", llama)):
    ax.text(left + 0.5, 0.65, title, ha="center", fontsize=12)
    end = 0.45  # of the line, which passes behind no text
    for row, (part, colour) in enumerate(zip(parts, colours, strict=True)):
        if not part:
            continue
        half = 0.32 if "\n" in part else 0.2
        ax.plot([left + 0.5] * 2, [end, half - row], color="#888888")
        end = -row - (0.7 if "\n" in part else half)
        box = {"boxstyle": "round,pad=0.4", "ec": COLOURS[colour]}
        fill = {"fc": COLOURS[colour] + "40"}
        ax.text(
            left + 0.5,
            -row,
            part,
            ha="center",
            va="center",
            fontsize=10.5,
            bbox=box | fill,
        )
    ax.plot([left + 0.5] * 2, [end, -4.6], color="#888888")
box = {
    "boxstyle": "round,pad=0.3",
    "ec": COLOURS["key"],
    "fc": COLOURS["key"] + "40",
}
turned = {"ha": "center", "va": "center", "fontsize": 10.5}
ax.text(1.6, -2.5, "queries, keys: turned", **turned, bbox=box)
ax.set(xlim=(-0.1, 2.25), ylim=(-4.8, 1))
ax.axis("off")
plt.show()
