# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import LayerNorm, RMSNorm
from attention.plotting import COLOURS

x = torch.randn(60, 2, generator=torch.Generator().manual_seed(123))
norms = {
    "two features": lambda x: x,
    "LayerNorm": LayerNorm(2),
    "RMSNorm": RMSNorm(2),
}
_, axes = plt.subplots(1, 3, figsize=(4.2, 2.0), layout="constrained")
for ax, (name, norm) in zip(axes, norms.items(), strict=True):
    across, up = norm(x).detach().T
    warm = x[:, 0] > x[:, 1]  # the first feature is the larger one
    for chosen, colour in ((warm, "query"), (~warm, "key")):
        ax.scatter(across[chosen], up[chosen], s=9, color=COLOURS[colour])
    ax.set_title(name, fontsize=11)
    ax.set(xlim=(-2.6, 2.6), ylim=(-2.6, 2.6), aspect="equal")
    ax.set(xticks=[-2, 0, 2], yticks=[-2, 0, 2])
    ax.tick_params(labelsize=11)
plt.show()
