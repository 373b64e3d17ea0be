# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

torch.manual_seed(41)
queries = torch.randn(9, 2) * torch.tensor([1.5, 0.9])
normed = queries / queries.square().mean(dim=-1, keepdim=True).sqrt()
_, axes = plt.subplots(
    1, 2, figsize=(4.4, 2.4), sharey=True, layout="constrained"
)
for ax, vectors in zip(axes, (queries, normed), strict=True):
    origin = torch.zeros(9)
    ax.quiver(
        *(origin, origin, *vectors.T),
        color=COLOURS["query"],
        angles="xy",
        scale_units="xy",
        scale=1,
        width=0.012,
    )
    circle = plt.Circle((0, 0), 2**0.5, fc="none", ec="#888888", lw=1)
    ax.add_patch(circle)
    ax.set(xlim=(-3, 3), ylim=(-2.8, 2.8), aspect=1, xticks=[], yticks=[])
axes[0].set_title("queries", fontsize=11)
axes[1].set_title("with a norm", fontsize=11)
plt.show()
