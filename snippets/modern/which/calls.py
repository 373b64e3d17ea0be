# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
from attention.plotting import COLOURS

steps = [  # a question, the answer that ends it, and the call
    ("Do you need\nthe weights?", "yes", "attention,\nwritten out"),
    ("A mask other\nthan causal?", "no", "SDPA,\nis_causal=True"),
    ("Texts packed\nend to end,\non CUDA?", "yes", "varlen_attn"),
    ("Do you use\ntorch.compile?", "yes", "flex_attention"),
]
_, ax = plt.subplots(figsize=(3.45, 5), layout="constrained")
ax.set(xlim=(-0.85, 2.85), ylim=(-4.5, 0.5))
ax.axis("off")
box = {"boxstyle": "round,pad=0.5", "fc": "none"}
called = box | {"ec": COLOURS["context"]}
for row, (question, ends, call) in enumerate(steps):
    ax.text(
        0,
        -row,
        question,
        ha="center",
        va="center",
        bbox=box | {"ec": "#888888"},
    )
    ax.text(2, -row, call, ha="center", va="center", bbox=called)
    for end, start, name, x, y in (
        ((1.22, -row), (0.72, -row), ends, 0.95, 0.12 - row),
        (
            (0, -row - 0.66),
            (0, -row - 0.34),
            {"yes": "no", "no": "yes"}[ends],
            0.2,
            -row - 0.5,
        ),
    ):
        ax.annotate(
            "",
            end,
            start,
            arrowprops={"arrowstyle": "->", "color": "#888888"},
        )
        ax.text(x, y, name, ha="center", va="center")
ax.text(0, -4.05, "SDPA,\nattn_mask", ha="center", va="center", bbox=called)
plt.show()
