# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import heatmap

tokens = torch.arange(4)[:, None].expand(4, 6)  # each number's token
labels = tokens.unflatten(-1, (2, 3)).transpose(0, 1)  # two heads of three

merged = {
    "transpose(0, 1), reshape": labels.transpose(0, 1).reshape(4, 6),
    "reshape alone": labels.reshape(4, 6),
}
names = {"rows": list("0123"), "columns": list("012345")}
_, axes = plt.subplots(1, 2, figsize=(6.4, 2.9), layout="constrained")
for ax, (said, where) in zip(axes, merged.items(), strict=True):
    heatmap(where, **names, colour="context", decimals=0, ax=ax)
    ax.set(title=said, xlabel="feature", ylabel="row")
plt.show()
