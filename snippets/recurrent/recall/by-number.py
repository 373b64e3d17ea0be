# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import COLOURS
from torch.nn.functional import normalize

torch.manual_seed(0)
_, ax = plt.subplots(figsize=(4.2, 2.8), layout="constrained")
shades = {16: 0.35, 64: 0.65, 256: 1.0}
for d, shade in shades.items():
    numbers = [d // 4, d // 2, d, 2 * d, 4 * d]
    shares = []
    for n in numbers:
        right = 0.0
        for _ in range(3):
            keys = normalize(torch.randn(n, d), dim=-1)
            values = torch.randn(n, d)
            read = keys @ (keys.mT @ values)
            nearest = torch.cdist(read, values).argmin(dim=-1)
            right += (nearest == torch.arange(n)).double().mean().item()
        shares.append(round(right / 3, 2))
    line = {"color": COLOURS["context"], "alpha": shade, "marker": "o"}
    ax.plot(numbers, shares, **line)
    ax.axvline(d, color=COLOURS["key"], alpha=shade, linestyle=":")
    ax.text(d, 1.04, f"d = {d}", ha="center", fontsize=11)
ax.set_xscale("log", base=2)
ax.set(ylim=(0, 1.02), xticks=(4, 16, 64, 256, 1024))
ax.set_xticklabels((4, 16, 64, 256, "1,024"), fontsize=11)
ax.set_xlabel("pairs in a state of d x d numbers", fontsize=11)
ax.set_ylabel("right", fontsize=11)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
