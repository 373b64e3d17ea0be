import matplotlib.pyplot as plt
import torch
from attention import sinusoidal_positions
from attention.plotting import curves

positions = torch.arange(0, 64, 0.5)
values = sinusoidal_positions(positions, d_model=16)

waves = {f"feature {i}": values[:, i] for i in (0, 2, 4, 6)}
curves(positions, waves, xlabel="position", ylabel="value")
plt.show()
