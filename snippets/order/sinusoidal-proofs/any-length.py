import torch
from attention import sinusoidal_positions

few = sinusoidal_positions(torch.arange(6), d_model=6)
many = sinusoidal_positions(torch.arange(100_000), d_model=6)
print(many.shape)
print("first six as before:", torch.equal(many[:6], few))
