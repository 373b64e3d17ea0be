import torch
from attention import sinusoidal_positions

places = torch.arange(0, 10_000_000, 1000)
table = sinusoidal_positions(places, d_model=64)
print("places:", len(places))
print("all within -1 and 1:", (table.abs() <= 1).all().item())
