import torch
from attention import sinusoidal_positions

wave = sinusoidal_positions(torch.arange(1001), d_model=512)[:, 0]
turns = ((wave[:-1] < 0) & (wave[1:] >= 0)).sum().item()

claimed = 1  # shortest wavelength, in positions
print("turns in 1000 positions, claimed:", 1000 // claimed)
print("turns in 1000 positions, counted:", turns)
