# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import arrows

_, panels = plt.subplots(1, 3, figsize=(4.2, 2.3), layout="constrained")
a = torch.tensor([0.75, 0.25])
others = [[0.5, 0.5], [-0.25, 0.75], [-0.6, -0.2]]
for ax, b in zip(panels, map(torch.tensor, others), strict=True):
    dot, cosine = a @ b, torch.cosine_similarity(a, b, dim=0)
    arrows(torch.stack([a, b]), labels=["a", "b"], ax=ax)
    ax.set(xlim=(-0.95, 0.95), ylim=(-0.5, 1.15), xticks=[], yticks=[])
    ax.set_title(f"dot {dot:z.2f}\ncosine {cosine:z.2f}", size=11)
plt.show()
