# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import COLOURS
from torch.nn.functional import normalize

torch.manual_seed(0)
_, ax = plt.subplots(figsize=(4.2, 2.8), layout="constrained")
times = [0.25, 0.5, 1, 2, 4, 8]
for d, shade in {16: 0.4, 64: 0.7, 256: 1.0}.items():
    shares = []
    for n in (round(d * each) for each in times):
        keys = normalize(torch.randn(n, d), dim=-1)
        values = torch.randn(n, d)
        read = keys @ (keys.mT @ values)
        nearest = torch.cdist(read, values).argmin(dim=-1)
        right = (nearest == torch.arange(n)).double().mean().item()
        shares.append(round(20 * right) / 20)  # other machines agree
    line = {"color": COLOURS["context"], "alpha": shade, "marker": "o"}
    ax.plot(times, shares, **line)
    ax.text(8.6, shares[-1], f"d = {d}", va="center", fontsize=11)
ax.axvline(1, color="#888888", linestyle=":")
ax.set_xscale("log", base=2)
ax.set(ylim=(0, 1.05), xlim=(0.22, 20), xticks=times)
ax.set_xticklabels(["d/4", "d/2", "d", "2d", "4d", "8d"], fontsize=11)
ax.set_xlabel("pairs in a state of d x d numbers", fontsize=11)
ax.set_ylabel("right", fontsize=11)
ax.spines[["top", "right"]].set_visible(False)
plt.show()
