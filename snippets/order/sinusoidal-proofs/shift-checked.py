import torch
from attention import shift_matrix, sinusoidal_positions

positions = torch.arange(1000)
before = sinusoidal_positions(positions, d_model=64)
for k in (1, 2, 7, 100, -3):
    M_k = shift_matrix(torch.tensor(k), d_model=64)
    after = sinusoidal_positions(positions + k, d_model=64)
    off = (before @ M_k.T - after).abs().max()
    print(f"k = {k:3}: {off:.4f} off at most")
