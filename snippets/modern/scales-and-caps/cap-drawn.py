# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import SoftCap
from attention.plotting import curves

scores = torch.linspace(-150, 150, 301, requires_grad=True)
capped = SoftCap(50.0)(scores)
(slope,) = torch.autograd.grad(capped.sum(), scores)
capped, scores = capped.detach(), scores.detach()
_, axes = plt.subplots(2, figsize=(4.2, 4.8), layout="constrained")
curves(
    scores,
    {"capped at 50": capped, "not capped": scores},
    xlabel="score",
    ylabel="result",
    colours=["score", None],
    ax=axes[0],
)
axes[0].set_ylim(-110, 110)
curves(
    scores,
    {"capped at 50": slope},
    xlabel="score",
    ylabel="slope",
    colours=["score"],
    ax=axes[1],
)
axes[1].get_legend().remove()
plt.show()
