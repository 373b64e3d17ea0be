import torch
from attention import sinusoidal_positions

start, later = sinusoidal_positions(torch.tensor([0.0, 1.0]), 512)[:, :2]

back = torch.allclose(start, later, atol=1e-2)
assert back, "no full turn"  # raises AssertionError: no full turn
