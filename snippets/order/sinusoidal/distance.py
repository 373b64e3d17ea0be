import matplotlib.pyplot as plt
import torch
from attention import curves, sinusoidal_positions

apart = torch.arange(-60, 61)
lines = {}
for d_model in (64, 512):
    here = sinusoidal_positions(torch.tensor(500), d_model)
    there = sinusoidal_positions(500 + apart, d_model)
    lines[f"{d_model} features"] = there @ here / (d_model / 2)
curves(apart, lines, xlabel="places apart", ylabel="dot product, 1 at most")
plt.show()
