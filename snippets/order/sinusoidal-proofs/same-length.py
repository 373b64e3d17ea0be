import torch
from attention import sinusoidal_positions

positions = torch.tensor([0, 1, 7, 1000, 1_000_000])
for d_model in (10, 64, 768):
    lengths = sinusoidal_positions(positions, d_model).norm(dim=-1)
    print(d_model, lengths)
