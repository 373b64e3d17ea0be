# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import GPT
from attention.plotting import COLOURS

with torch.device("meta"):  # shapes alone
    model = GPT(50257, 1024, 768, 12, 12, tied=True)
counts = {"attention": 0, "rest of blocks": 0, "outside": 0}
for name, parameter in model.named_parameters():
    kind = "outside"
    if name.startswith("blocks"):
        inside = ".attention." in name
        kind = "attention" if inside else "rest of blocks"
    counts[kind] += parameter.numel()

_, ax = plt.subplots(figsize=(4.2, 2.1), layout="constrained")
left = 0.0
for kind, count in counts.items():
    side = count**0.5  # so that the area is the count
    colour = COLOURS["weight"] if kind == "attention" else "#888888"
    ax.bar(left, side, side, align="edge", color=colour, alpha=0.4)
    label = f"{kind}\n{count / 1e6:.1f} M"
    ax.text(left + side / 2, side + 300, label, ha="center", size=11)
    left += side + 1800
ax.set(xlim=(-500, left - 1300), ylim=(0, 11500), aspect="equal")
ax.axis("off")
plt.show()
