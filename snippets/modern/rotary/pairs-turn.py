# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import arrows, rotate

query = torch.tensor([[2.0, 0.5]])
key = torch.tensor([[1.5, -0.5]])
_, axes = plt.subplots(2, 1, figsize=(4.2, 6.4), layout="constrained")
for ax, (m, n) in zip(axes, ((1, 0), (3, 2)), strict=True):
    turned = [
        rotate(query, torch.tensor([m])),
        rotate(key, torch.tensor([n])),
    ]
    labels = [f"query at {m}", f"key at {n}"]
    colours = ["query", "key"]
    arrows(torch.cat(turned), labels=labels, colours=colours, ax=ax)
plt.show()
