# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import inputs, tokens

cosines = torch.cosine_similarity(inputs, inputs[1], dim=-1)
dots = inputs @ inputs[1]

_, axes = plt.subplots(figsize=(4.2, 3.2), layout="constrained")
ranks = []
for x, side, values in ((0, "right", cosines), (1, "left", dots)):
    order = values.argsort(descending=True)
    ranks.append(order.argsort().tolist())  # the place of each word
    for place, word in enumerate(order.tolist()):
        label = f" {tokens[word]} {values[word]:.4f} "
        axes.text(x, place, label, ha=side, va="center", size=11)
for before, after in zip(*ranks, strict=True):
    width = 1 if before == after else 3
    axes.plot([0, 1], [before, after], color="#888888", linewidth=width)
axes.text(0, -0.8, "cosine ", ha="right", size=11, weight="bold")
axes.text(1, -0.8, " dot product", ha="left", size=11, weight="bold")
axes.set(xlim=(-1.2, 2.2), ylim=(5.5, -1.2))
axes.set_axis_off()
plt.show()
