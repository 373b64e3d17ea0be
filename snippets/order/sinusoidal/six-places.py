import torch
from attention import sinusoidal_positions

print(sinusoidal_positions(torch.arange(6), d_model=6))
print(sinusoidal_positions(torch.tensor(1_000_000), d_model=6))
