import torch
from attention import sinusoidal_positions

print(f"{710 / (2 * torch.pi):.4f} turns")
positions = torch.tensor([0, 710])
for row in sinusoidal_positions(positions, d_model=4).tolist():
    print(" ".join(f"{value:7.4f}" for value in row))
