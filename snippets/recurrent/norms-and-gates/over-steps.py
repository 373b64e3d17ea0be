# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import load_trained
from attention.plotting import curves

largest = {
    "plain": load_trained("high-rate").largest.detach(),
    "with norms": load_trained("high-rate-normed").largest.detach(),
}
ax = curves(
    torch.arange(200),
    largest,
    xlabel="step",
    ylabel="largest score",
    colours=[None, "score"],
    logy=True,
)
for numbers in largest.values():
    top = numbers.max().item()
    ax.text(
        200,
        numbers[-1] * 1.25,
        f"up to {top:,.0f}",
        ha="right",
        fontsize=11,
    )
plt.show()
