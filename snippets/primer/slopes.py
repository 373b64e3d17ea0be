import matplotlib.pyplot as plt
import torch
from attention.plotting import curves

x = torch.linspace(0, 6, 31)
lines = {"square": x * x}
for step in (2.0, 0.1):
    slope = ((3 + step) ** 2 - 9) / step
    lines[f"step {step}: {slope:.1f}"] = 9 + slope * (x - 3)
axes = curves(x, lines, xlabel="x", ylabel="result")
axes.plot(3, 9, "o", color="#888888", markersize=9)
plt.show()
