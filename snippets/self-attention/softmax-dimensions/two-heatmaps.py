# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import plane_tokens, plane_values
from attention.plotting import heatmap

words, names = plane_values, plane_tokens
row = torch.zeros(8, 8, dtype=torch.bool)
row[names.index("she")] = True

_, axes = plt.subplots(1, 2, figsize=(4.2, 2.7), layout="constrained")
for ax, dim, outline in zip(axes, (-1, 0), (row, row.T), strict=True):
    weights = torch.softmax(words @ words.T, dim=dim)
    rows = names if dim else [""] * 8
    labels = {"rows": rows, "columns": names, "outline": outline}
    heatmap(weights, decimals=None, ax=ax, **labels)
    ax.set_title(f"dim={dim}", fontsize=12)
    ax.tick_params(axis="x", rotation=90)
    print(f"dim={dim:2}: row of she sums to {weights[row].sum():.4f}")
plt.show()
