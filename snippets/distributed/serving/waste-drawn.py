# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

lengths = torch.arange(1, 40_000, dtype=torch.float64)
means = range(20, 1001, 20)
_, ax = plt.subplots(figsize=(4.4, 2.8), layout="constrained")
for block, alpha in ((8, "60"), (16, "a0"), (32, "ff")):
    held, shares = torch.ceil(lengths / block) * block, []
    for mean in means:
        odds = (1 - 1 / mean) ** (lengths - 1) / mean  # geometric
        shares.append(1 - ((odds * lengths).sum() / (odds * held).sum()))
    colour = COLOURS["context"] + alpha
    ax.plot(means, shares, color=colour, label=f"blocks of {block}")
ax.axhline(0.04, color="k", lw=0.8, ls=":")
ax.text(1000, 0.05, "4 %", ha="right", fontsize=11)
ax.set(ylim=(0, 0.5), xlabel="mean length", ylabel="empty slots")
ax.yaxis.set_major_formatter("{x:.0%}")
ax.tick_params(labelsize=11)
ax.legend(fontsize=10.5, frameon=False)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
