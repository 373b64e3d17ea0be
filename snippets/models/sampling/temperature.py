# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

words = ["wide", "low", "old", "new"]
logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()
temperatures = (0.25, 0.5, 1.0, 2.0, 100.0)
_, ax = plt.subplots(figsize=(4.2, 2.8), layout="constrained")
for row, temperature in enumerate(temperatures):
    start = 0.0
    shares = torch.softmax(logits / temperature, dim=-1).tolist()
    for word, share in zip(words, shares, strict=True):
        style = {"color": COLOURS["score"], "alpha": share}
        ax.barh(row, share, left=start, height=0.7, **style)
        edge = {"color": "none", "edgecolor": "#888888"}
        ax.barh(row, share, left=start, height=0.7, **edge)
        if share > 0.1:
            middle = start + share / 2
            ax.text(
                middle, row, word, ha="center", va="center", fontsize=11
            )
        start += share
ax.set_yticks(range(5), [f"{t:g}" for t in temperatures], fontsize=11)
ax.set(xlim=(0, 1), xticks=[])
ax.set_ylabel("temperature", fontsize=12)
ax.invert_yaxis()
ax.tick_params(length=0)
ax.set_frame_on(False)
plt.show()
