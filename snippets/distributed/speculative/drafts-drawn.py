# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

words = ["one", "step", "word"]
p, q = torch.tensor([0.5, 0.3, 0.2]), torch.tensor([0.2, 0.3, 0.5])
both, at = torch.minimum(p, q), torch.arange(3)
_, ax = plt.subplots(figsize=(4.4, 2.9), layout="constrained")
ax.bar(at, both, 0.8, color=COLOURS["context"], label="kept")
ax.bar(
    at,
    q - both,
    0.8,
    both,
    color=COLOURS["weight"] + "60",
    label="refused",
)
ax.bar(
    at,
    p - both,
    0.8,
    both,
    color=COLOURS["context"] + "50",
    label="replacements",
)
for name, law, side in (("p", p, -0.28), ("q", q, 0.28)):
    ax.hlines(law, at - 0.4, at + 0.4, color="k", lw=1.2)
    for place in at.tolist():
        height = law[place].item() + 0.02
        ax.text(place + side, height, f"${name}$", ha="center", fontsize=11)
ax.set_xticks(at.tolist(), words)
ax.set(ylim=(0, 0.62), ylabel="probability")
ax.tick_params(labelsize=11)
ax.legend(fontsize=10.5, frameon=False, ncols=3, loc="upper center")
ax.spines[["top", "right"]].set_visible(False)
plt.show()
