# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

drafts = torch.arange(0, 11).double()
_, axes = plt.subplots(2, 1, figsize=(4.4, 5), layout="constrained")
for alpha, shade in ((0.9, "ff"), (0.7, "b0"), (0.5, "70")):
    words = (1 - alpha ** (drafts + 1)) / (1 - alpha)
    faster = words / (1 + 0.1 * drafts)  # a draft costs a tenth
    for ax, height in ((axes[0], words), (axes[1], faster)):
        colour = COLOURS["context"] + shade
        ax.plot(drafts, height, "o-", ms=4, color=colour)
        ax.text(10.2, height[-1], f"{alpha:.0%}", fontsize=11, va="center")
axes[0].set_ylabel("words a pass", fontsize=11)
axes[1].set_ylabel("times as fast", fontsize=11)
axes[1].set_xlabel("drafts a pass", fontsize=11)
for ax in axes:
    ax.set(xlim=(-0.3, 11.4), ylim=(0, None))
    ax.tick_params(labelsize=11)
    ax.spines[["top", "right"]].set_visible(False)
plt.show()
