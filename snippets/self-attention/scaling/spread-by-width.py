# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

widths, spread = 2 ** torch.arange(1, 13), []  # 2, 4, 8, ... 4096
for d in widths.tolist():
    torch.manual_seed(123)
    scores = (torch.randn(2000, d) * torch.randn(2000, d)).sum(dim=-1)
    spread.append(scores.std())

roots, spread = widths**0.5, torch.stack(spread)
lines = {"√d": roots, "scores": spread, "scores / √d": spread / roots}
titles = {"xlabel": "features d", "ylabel": "standard deviation"}
log = {"logx": True, "logy": True}
axes = curves(widths, lines, **titles, colours=[None, "score", None], **log)
axes.set_xticks([2, 16, 128, 1024], ["2", "16", "128", "1024"])
plt.show()
