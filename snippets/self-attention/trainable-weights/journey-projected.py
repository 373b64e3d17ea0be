# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import inputs
from attention.plotting import heatmap

torch.manual_seed(123)
journey = inputs[1:2]  # (1, 3)
_, panels = plt.subplots(
    3, 3, figsize=(4.2, 5.4), width_ratios=(3, 2, 2), layout="constrained"
)
for row, name in zip(panels, ("query", "key", "value"), strict=True):
    matrix = torch.rand(3, 2)
    parts = ((journey, None), (matrix, None), (journey @ matrix, name))
    titles = ("journey @", f"W_{name} =", name)
    for ax, title, (part, colour) in zip(row, titles, parts, strict=True):
        rows, columns = ([""] * size for size in part.shape)
        heatmap(part, rows=rows, columns=columns, colour=colour, ax=ax)
        ax.set_xlabel(title)
plt.show()
