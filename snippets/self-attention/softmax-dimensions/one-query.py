# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import plane_tokens, plane_values
from attention.plotting import COLOURS

words = plane_values
scores = words[7:] @ words.T  # (1, 8): it alone

_, ax = plt.subplots(figsize=(4.2, 3), layout="constrained")
ax.plot(*words.T.tolist(), "o", color=COLOURS["value"])
for word in ("ada", "boat", "it"):
    x, y = words[plane_tokens.index(word)]
    ax.text(x + 0.2, y, word, size=11, va="center")
for dim in (-1, 0):
    weights = torch.softmax(scores, dim=dim)
    (context,) = weights @ words
    print(f"dim={dim:2}: weights sum to {weights.sum():.4f}", end=", ")
    print("context", context)
    ax.plot(*context, "^", ms=9, color=COLOURS["context"])
    x, y = context + torch.tensor([0.25, 0])
    ax.text(x, y, f"dim={dim}", size=11, va="center")
print("sum of the words", words.sum(dim=0))
ax.set(xlim=(-2, 6.5), ylim=(-3, 5), aspect="equal")
plt.show()
