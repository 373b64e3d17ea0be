# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

torch.manual_seed(123)
numbers = torch.rand(10_000)[:5]  # as below
words, shares = ["wide", "low", "old", "new"], [0.4, 0.3, 0.2, 0.1]
_, ax = plt.subplots(figsize=(4.2, 1.5), layout="constrained")
start = 0.0
for word, share in zip(words, shares, strict=True):
    ax.barh(0, share, left=start, color="none", edgecolor="#888888", lw=1.5)
    ax.text(start + share / 2, -0.2, word, ha="center", fontsize=11)
    start += share
for draw, number in enumerate(numbers.tolist(), start=1):
    ax.annotate(
        f"{draw}",
        (number, 0.4),
        (number, 0.95),
        ha="center",
        fontsize=11,
        arrowprops={"arrowstyle": "-|>", "color": COLOURS["score"]},
    )
ax.set(ylim=(-0.45, 1.25), xlim=(-0.01, 1.01), yticks=[])
ax.set_xticks([0, 0.4, 0.7, 0.9, 1])
ax.tick_params(length=3, labelsize=11)
ax.set_frame_on(False)
plt.show()
