# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import inputs, tokens
from attention.plotting import arrows

angle = torch.tensor(-1.0)  # in radians
turn = torch.eye(3)
turn[0, :2] = torch.stack([angle.cos(), -angle.sin()])
turn[1, :2] = torch.stack([angle.sin(), angle.cos()])

_, panels = plt.subplots(1, 2, figsize=(4.2, 2.8), layout="constrained")
shown = [tokens.index(word) for word in ("step", "one")]
for ax, table in zip(panels, (inputs, inputs @ turn.T), strict=True):
    labels = [tokens[i] for i in shown]
    arrows(table[shown, :2], labels=labels, ax=ax)
    ax.set(xlim=(-0.2, 1.4), ylim=(-0.8, 1.1), xlabel="feature 1")
panels[0].set(title="before", ylabel="feature 2")
panels[1].set(title="after")
plt.show()
