# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

scores = torch.tensor([0.0, 2.0, 1.0, 3.0])
_, panels = plt.subplots(4, figsize=(4.2, 4.6), layout="constrained")
for i, ax in enumerate(panels, 1):
    shares = torch.exp(scores[:i] - scores[:i].max())
    bars = ax.bar(range(i), shares, color=COLOURS["score"])
    ax.bar_label(bars, fmt="%.2f")
    ax.set(xlim=(-0.6, 3.6), ylim=(0, 1.35), yticks=[])
    ax.set_xticks(range(i), [f"{score:.0f}" for score in scores[:i]])
    ax.set_ylabel(f"sum {shares.sum():.2f}", rotation=0, ha="right")
    ax.spines[["left", "top", "right"]].set_visible(False)
plt.show()
