import torch
from attention.examples import inputs, position_table

x = inputs
positions = position_table[:6]
for _ in range(2):
    x = x + positions

alike = torch.allclose(x, inputs + positions, atol=1e-6)
assert alike, "added twice"  # raises AssertionError: added twice
