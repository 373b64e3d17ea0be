import matplotlib.pyplot as plt
import torch
from attention import sinusoidal_positions
from attention.plotting import curves

apart, lines = torch.arange(-60, 61), {}
for start in (60, 100, 1000):
    here = sinusoidal_positions(torch.tensor(start), d_model=64)
    there = sinusoidal_positions(start + apart, d_model=64)
    lines[f"from {start}"] = there @ here

curves(apart, lines, xlabel="positions apart", ylabel="dot product")
plt.show()
