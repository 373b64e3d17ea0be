# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import CrossAttention, record_weights
from attention.examples import inputs, target_inputs, target_tokens, tokens
from attention.plotting import COLOURS

torch.manual_seed(123)
layer = CrossAttention(3, 4, dropout=0.0, num_heads=1).double()
read, write = inputs.double(), target_inputs.double()
right = torch.tensor([3, 4, 5, 2])  # with, one, step, starts
optimizer = torch.optim.Adam(layer.parameters(), lr=0.1)

after = {}
for step in range(201):
    with record_weights(layer) as recorded:
        layer(write, read)
    weights = recorded["attend"][0]
    if step in (0, 200):
        after[step] = weights.tolist()
    loss = -weights[torch.arange(4), right].log().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

_, axes = plt.subplots(2, figsize=(4.2, 4.2), layout="constrained")
word = {"ha": "center", "fontsize": 11}
for ax, (step, rows) in zip(axes, after.items(), strict=True):
    for i, row in enumerate(rows):
        for j, weight in enumerate(row):
            colour, ends = COLOURS["weight"], (1.0 * j, 1.25 * i + 0.6)
            ax.plot(ends, (1, 0), color=colour, lw=7 * weight, alpha=0.8)
    for j, text in enumerate(tokens):
        ax.text(j, 1.08, text, va="bottom", **word)
    for i, text in enumerate(target_tokens):
        ax.text(1.25 * i + 0.6, -0.08, text, va="top", **word)
    ax.set_title(f"after {step} steps", fontsize=11)
    ax.set(xlim=(-0.5, 5.5), ylim=(-0.35, 1.3))
    ax.axis("off")
plt.show()
