# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

scores = torch.tensor([3.0, 1.0, 0.0, -2.0], dtype=torch.float64)
temperatures = torch.logspace(-1, 2, 61, dtype=torch.float64)
weights = torch.softmax(scores / temperatures[:, None], dim=-1)  # (61, 4)

shown = {f"score {scores[j]:.0f}": weights[:, j] for j in range(4)}
axes = curves(
    temperatures, shown, xlabel="temperature", ylabel="weight", logx=True
)
axes.axvline(1, color="#888888", linewidth=1)
plt.show()
