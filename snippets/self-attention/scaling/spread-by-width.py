# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import curves

widths = 2 ** torch.arange(1, 13)  # 2, 4, 8, ... 4096
measured = []
for d in widths.tolist():
    torch.manual_seed(123)
    scores = (torch.randn(2000, d) * torch.randn(2000, d)).sum(dim=-1)
    measured.append(scores.std())

roots, spread = widths**0.5, torch.stack(measured)
lines = {"root of d": roots, "scores": spread, "scaled": spread / roots}
titles = {"xlabel": "features d", "ylabel": "standard deviation"}
colours = [None, "score", None]
axes = curves(
    widths, lines, **titles, colours=colours, logx=True, logy=True
)
axes.set_xticks([2, 16, 128, 1024], ["2", "16", "128", "1024"])
plt.show()
