import matplotlib.pyplot as plt
import torch
from attention import softmax_jacobian
from attention.plotting import curves

scores = torch.tensor([3.0, 1.0, 0.0, -2.0], dtype=torch.float64)

factors = torch.linspace(0, 10, 101)
weights, slopes = [], []
for factor in factors.tolist():
    weights.append(torch.softmax(factor * scores, dim=-1).max())
    slopes.append(softmax_jacobian(factor * scores).abs().max())
lines = {
    "largest weight": torch.stack(weights),
    "largest slope": torch.stack(slopes),
}
names = {"xlabel": "scores times", "ylabel": ""}
curves(factors, lines, colours=["weight", None], **names)
plt.show()
