# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import COLOURS

scores = torch.tensor([3.0, 1.0, 0.0, -2.0])
weights = torch.softmax(scores, dim=-1)

_, (above, below) = plt.subplots(2, 1, figsize=(4.2, 4.2), layout="tight")
rows = {"score": (above, scores), "weight": (below, weights)}
for name, (axes, numbers) in rows.items():
    bars = axes.bar(["a", "b", "c", "d"], numbers.tolist(), color=COLOURS[name])
    axes.bar_label(bars, fmt="%.2f", padding=2)
    axes.set(ylabel=name)
    axes.margins(y=0.2)
print(weights)
plt.show()
