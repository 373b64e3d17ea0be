# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import curves, inputs, tokens

x = inputs.double()
temperatures = torch.logspace(-3, 2, 101)
scores = x @ x[1]
weights = torch.softmax(scores / temperatures[:, None], dim=-1)  # (101, 6)

shown = {tokens[j]: weights[:, j] for j in (1, 2, 0, 4)}
axes = curves(
    temperatures, shown, xlabel="temperature", ylabel="weight", logx=True
)
axes.axvline(1, color="#888888", linewidth=1)
plt.show()
