# pip install "attention-verified[plot]"
import matplotlib.pyplot as plt
import torch
from attention import softmax_jacobian
from attention.plotting import curves

widths, rows = 2 ** torch.arange(1, 13), []  # 2, 4, 8, ... 4096
for d in widths.tolist():
    torch.manual_seed(123)
    queries = torch.randn(200, 1, d, dtype=torch.float64)
    keys = torch.randn(200, 6, d, dtype=torch.float64)
    scores = (queries * keys).sum(dim=-1)
    slopes = softmax_jacobian(torch.stack([scores, scores / d**0.5]))
    rows.append(slopes.norm(dim=(-2, -1)).median(dim=-1).values)

names = ("not scaled", "scaled")
lines = dict(zip(names, torch.stack(rows, dim=1), strict=True))
titles = {"xlabel": "features d", "ylabel": "norm of the Jacobian"}
axes = curves(widths, lines, **titles, logx=True, logy=True)
axes.set_xticks([2, 16, 128, 1024], ["2", "16", "128", "1024"])
plt.show()
