import torch
from attention import sinusoidal_positions

for d_model in (2, 4, 8, 64, 512):
    positions = torch.arange(1000).double()
    table = sinusoidal_positions(positions, d_model)
    distances = torch.cdist(table, table).fill_diagonal_(torch.inf)
    print(f"{d_model:3} features: nearest two {distances.min():.4f}")
