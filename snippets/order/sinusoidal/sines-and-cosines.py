import torch
from attention import sinusoidal_positions

frequencies = 10000 ** (-torch.arange(0, 6, 2) / 6)
angles = torch.arange(6)[:, None] * frequencies

table = torch.zeros(6, 6)
table[:, 0::2] = torch.sin(angles)  # features 0, 2, 4
table[:, 1::2] = torch.cos(angles)  # features 1, 3, 5

packaged = sinusoidal_positions(torch.arange(6), d_model=6)
print("ours:   ", table[5])
print("package:", packaged[5])
