import torch
from attention import sinusoidal_positions

positions = torch.arange(6)
fit, differ = [], []
for width in range(1, 513):
    table = sinusoidal_positions(positions, width)
    fit.append(table.shape == (6, width))
    differ.append((table.diff(dim=0) != 0).any(dim=-1).all().item())

print("of the right shape:", sum(fit), "of", len(fit), "widths")
print(
    "each row unlike the one before:", sum(differ), "of", len(fit), "widths"
)
