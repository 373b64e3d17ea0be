import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

scores = torch.tensor([3.0, 1.0, 0.0, -2.0])
weights = torch.softmax(scores, dim=-1)
print(weights)

_, both = plt.subplots(2, 1, figsize=(4.2, 4.2), layout="tight")
shown = (("score", scores), ("weight", weights))
for axes, (name, y) in zip(both, shown, strict=True):
    bars = axes.bar(list("abcd"), y.tolist(), color=COLOURS[name])
    axes.bar_label(bars, fmt="%.2f", padding=2)
    axes.set(ylabel=name, ymargin=0.2)
plt.show()
