# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.examples import plane_keys, plane_values
from attention.plotting import COLOURS

scores = plane_keys @ torch.tensor([2.0, 0.0]) / 2**0.5  # as she asks


def part(i):
    weights = torch.softmax(scores[i], dim=0)
    return weights @ plane_values[i], scores[i].logsumexp(dim=0)


(first, L_1), (second, L_2) = part(slice(4)), part(slice(4, 8))
share = torch.sigmoid(L_1 - L_2)  # of the first part
merged = share * first + (1 - share) * second

_, ax = plt.subplots(figsize=(4.2, 3.8), layout="constrained")
ax.plot(*zip(first, second, strict=True), color="#888888", zorder=0)
named = (("first half", first), ("second half", second), ("merged", merged))
for name, z in (*named, ("mean", (first + second) / 2)):
    ax.plot(*z, "o" if name != "mean" else "x", color=COLOURS["context"])
    ax.annotate(name, z, xytext=(6, -4), textcoords="offset points")
ax.set(xlim=(-0.2, 1.4), ylim=(0, 4.2))
ax.spines[["top", "right"]].set_visible(False)
plt.show()
