# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import rotate

query, key = torch.tensor([[2.0, 0.5]]), torch.tensor([[1.5, -0.5]])
distances = torch.arange(13)
_, ax = plt.subplots(figsize=(4.2, 3.2), layout="constrained")
for n, style, size in ((0, "o", 10), (1000, "x", 6)):
    turned = rotate(query.expand(13, 2), n + distances)
    scores = turned @ rotate(key, torch.tensor([n])).T
    label = f"key at {n:,}"
    look = {"mec": "black", "mfc": "none", "ms": size, "label": label}
    ax.plot(distances, scores, style, **look)
ax.set(xlabel="distance", ylabel="score")
ax.spines[["top", "right"]].set_visible(False)
ax.legend(frameon=False)
plt.show()
