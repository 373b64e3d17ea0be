import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS

scores = torch.tensor([3.0, 1.0, 0.0, -2.0])
exponentials = scores.exp()

plt.rc("font", size=11)
_, axes = plt.subplots(figsize=(4.2, 3.7), layout="constrained")
x = torch.linspace(-2.6, 3.15, 80)
axes.plot(x.tolist(), x.exp().tolist(), color="#888888")
axes.vlines(
    scores.tolist(), 0, exponentials.tolist(), color=COLOURS["score"]
)
axes.plot(
    scores.tolist(), exponentials.tolist(), "o", color=COLOURS["weight"]
)
for name, score, y in zip("abcd", scores, exponentials, strict=True):
    label = f"{name}: {y:.2f}  "
    axes.text(score, y + 0.6, label, ha="right")
axes.set(xlabel="score", ylabel="its exponential", xlim=(-4.4, 3.6))
axes.set(xticks=scores.tolist(), yticks=(0, 10, 20), ylim=(0, 24.5))
axes.spines[["top", "right"]].set_visible(False)
plt.show()
