import torch
from attention import sinusoidal_positions

positions = torch.tensor([3, 3 + 1, 3 + 2 * torch.pi])
start, claimed, true = sinusoidal_positions(positions, d_model=512)[:, :2]

print("at position 3:       ", start)
print("a wavelength of 1 on:", claimed)
print("one of 2 pi on:      ", true)
