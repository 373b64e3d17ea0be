import torch
from attention import sinusoidal_positions

d_model = 3
frequencies = 10000 ** (-torch.arange(0, d_model, 2) / d_model)
angles = torch.arange(6)[:, None] * frequencies

table = torch.zeros(6, d_model)
table[:, 0::2] = torch.sin(angles)
table[:, 1::2] = torch.cos(angles[:, : d_model // 2])  # one fewer

packaged = sinusoidal_positions(torch.arange(6), d_model)
print("ours:     ", table[1])
print("packaged: ", packaged[1])
print(f"largest difference: {(table - packaged).abs().max():.6f}")
