# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import heatmap

widths, plain, scaled = (2, 16, 128, 1024), [], []
for d in widths:
    torch.manual_seed(123)
    queries, keys = torch.randn(200, 1, d), torch.randn(200, 6, d)
    scores = (queries * keys).sum(dim=-1).sort(descending=True).values
    plain.append(torch.softmax(scores, dim=-1).mean(dim=0))
    scaled.append(torch.softmax(scores / d**0.5, dim=-1).mean(dim=0))

_, axes = plt.subplots(2, figsize=(4.5, 5), layout="constrained")
titles = ("softmax(scores)", "softmax(scores / √d)")
for ax, rows, title in zip(axes, (plain, scaled), titles, strict=True):
    columns = ["1st", "2nd", "3rd", "4th", "5th", "6th"]
    names = [f"d = {d}" for d in widths]
    heatmap(torch.stack(rows), rows=names, columns=columns, ax=ax)
    ax.set_title(title)
plt.show()
