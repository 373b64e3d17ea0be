import torch
from attention import sinusoidal_positions

torch.manual_seed(126)
positions = torch.randint(3000, (2,))  # not printed
print(sinusoidal_positions(positions, 8))
