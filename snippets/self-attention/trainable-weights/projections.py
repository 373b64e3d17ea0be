# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import inputs, tokens
from attention.plotting import heatmap

torch.manual_seed(123)
_, panels = plt.subplots(1, 3, figsize=(4.2, 3.4), layout="constrained")
for ax, name in zip(panels, ("query", "key", "value"), strict=True):
    rows = tokens if name == "query" else [""] * 6
    projected = inputs @ torch.rand(3, 2)  # its own matrix
    heatmap(projected, rows=rows, columns=["", ""], colour=name, ax=ax)
    ax.set_xlabel(name)
plt.show()
