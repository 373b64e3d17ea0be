# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

pairs = {
    "the same favourite": ([0.90, 0.05, 0.05], [0.50, 0.30, 0.20]),
    "another favourite": ([0.34, 0.33, 0.33], [0.33, 0.34, 0.33]),
}
_, axes = plt.subplots(
    1, 2, figsize=(4.6, 2.6), sharey=True, layout="constrained"
)
for ax, (title, (p, q)) in zip(axes, pairs.items(), strict=True):
    at = torch.arange(3)
    ax.bar(at - 0.2, p, 0.4, color=COLOURS["context"] + "60", label="$p$")
    ax.bar(at + 0.2, q, 0.4, color=COLOURS["weight"] + "60", label="$q$")
    low = torch.minimum(torch.tensor(p), torch.tensor(q))
    ax.bar(at - 0.2, low, 0.4, color=COLOURS["context"])
    ax.bar(at + 0.2, low, 0.4, color=COLOURS["weight"])
    ax.set_title(f"{title}\noverlap {low.sum():.2f}", fontsize=11.2)
    ax.set_xticks(at.tolist(), ["one", "step", "word"])
    ax.tick_params(labelsize=11.2)
    ax.spines[["top", "right"]].set_visible(False)
axes[1].legend(fontsize=11.2, frameon=False)
axes[0].set_ylabel("probability", fontsize=11.2)
plt.show()
