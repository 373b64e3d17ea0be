# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import curves, dropout_mask

weight, p, steps = 0.4483, 0.5, torch.arange(1, 3001)
torch.manual_seed(123)
dropped = dropout_mask((3000,), p) * weight
means = dropped.cumsum(0) / steps

lines = {
    "scaled": means / (1 - p),
    "not scaled": means,
    "the weight": torch.full((3000,), weight),
}
curves(
    steps,
    lines,
    xlabel="steps of training so far",
    ylabel="mean after dropout",
    colours=["weight", None, None],
    logx=True,
)
plt.show()
