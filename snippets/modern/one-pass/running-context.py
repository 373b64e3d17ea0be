# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import plane_keys, plane_tokens, plane_values
from attention.plotting import COLOURS

scores = plane_keys @ torch.tensor([0.0, 2.0]) / 2**0.5  # for a thing
maximum, total, gathered = scores[0], 0.0, torch.zeros(2)
plt.rc("font", size=11)
_, ax = plt.subplots(figsize=(4.2, 3.8), layout="constrained")
path = []
for score, value in zip(scores, plane_values, strict=True):
    higher = torch.maximum(maximum, score)
    shrink, share = torch.exp(maximum - higher), torch.exp(score - higher)
    total = total * shrink + share
    gathered = gathered * shrink + share * value
    maximum = higher
    path.append((gathered / total).tolist())
ax.plot(*zip(*path, strict=True), "o-", color=COLOURS["context"])
for word, point in zip(plane_tokens[:4], path[:4], strict=True):
    ax.annotate(word, point, xytext=(8, -3), textcoords="offset points")
ax.margins(0.2)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
