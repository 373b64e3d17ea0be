# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import window_mask
from attention.plotting import heatmap

step = window_mask(16, window=4).float()
names = ["0", *[""] * 14, "15"]
_, axes = plt.subplots(1, 3, figsize=(4.8, 2.1), layout="constrained")
reach = torch.eye(16)
for depth, ax in enumerate(axes, start=1):
    reach = (step @ reach > 0).float()
    heatmap(reach, rows=names, columns=names, decimals=None, ax=ax)
    ax.set_xlabel(f"{depth} layers" if depth > 1 else "1 layer")
plt.show()
