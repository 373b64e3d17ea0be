# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import weights_file
from attention.loaders import read_safetensors
from attention.plotting import curves

names = {"plain": "high-rate", "with norms": "high-rate-normed"}
largest = {
    line: read_safetensors(weights_file(name))["largest"].float()
    for line, name in names.items()
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
