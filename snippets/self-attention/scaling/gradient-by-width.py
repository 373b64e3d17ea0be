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
    norms = []
    for factor in (1.0, d**-0.5):
        slopes = softmax_jacobian(factor * scores) @ (factor * keys)
        norms.append(slopes.norm(dim=(-2, -1)))
    plain, scaled = norms
    rows.append([plain.mean(), plain.median(), scaled.median()])

names = ("not scaled, mean", "not scaled, median", "scaled, median")
lines = dict(zip(names, torch.tensor(rows).T, strict=True))
titles = {"xlabel": "features d", "ylabel": "norm of the gradient"}
axes = curves(widths, lines, **titles, logx=True, logy=True)
axes.set_xticks([2, 16, 128, 1024], ["2", "16", "128", "1024"])
plt.show()
