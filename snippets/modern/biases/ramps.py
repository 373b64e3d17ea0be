# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import alibi_bias, causal_mask
from attention.plotting import heatmap

slopes = {
    "no slope": 0.0,
    "an eighth": 1 / 8,
    "a quarter": 1 / 4,
    "a half": 1 / 2,
}
bias = alibi_bias(torch.tensor(list(slopes.values())), 12)
scores = bias.masked_fill(~causal_mask(12), -torch.inf)
weights = torch.softmax(scores, dim=-1)  # all scores were equal

names = ["0", *[""] * 10, "11"]
_, axes = plt.subplots(2, 2, figsize=(4.2, 5.4), layout="constrained")
for ax, name, head in zip(axes.flat, slopes, weights, strict=True):
    head = head.masked_fill(~causal_mask(12), torch.nan)
    heatmap(head, rows=names, columns=names, decimals=None, ax=ax)
    ax.set_xlabel(name)
plt.show()
