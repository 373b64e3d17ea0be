# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import GPT, MultiToken
from attention.plotting import COLOURS

torch.manual_seed(123)
both = MultiToken(GPT(50, 12, 24, num_layers=2, num_heads=2))
ids = torch.randint(50, (12,))
changed = ids.clone()
changed[7] = (ids[7] + 1) % 50

with torch.no_grad():
    moved = [
        (after - before).abs().amax(dim=-1)
        for before, after in zip(both(ids), both(changed), strict=True)
    ]
titles = {"next token": "context", "token after it": "weight"}
_, axes = plt.subplots(2, 1, figsize=(4.2, 3.4), layout="constrained")
for ax, change, title in zip(axes, moved, titles, strict=True):
    ax.bar(range(len(change)), change, color=COLOURS[titles[title]])
    ax.axvline(7, color="#888888", linestyle=":")
    ax.set_title(title, fontsize=11)
    ax.set(xlim=(-0.6, 11.6), xticks=range(12), ylim=(1e-7, 10))
    ax.set_yscale("log")
    ax.tick_params(labelsize=11)
    ax.spines[["top", "right"]].set_visible(False)
axes[0].set_ylabel("logits move by", fontsize=10.2)
axes[1].set_ylabel("logits move by", fontsize=10.2)
axes[1].set_xlabel("position", fontsize=11)
plt.show()
