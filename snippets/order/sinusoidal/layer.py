import torch
from attention import SinusoidalPositions, inputs

positions = SinusoidalPositions(d_model=3)
print(positions.state_dict())

batch = torch.stack([inputs, inputs])  # the sentence twice
print(positions(batch).shape)
print(positions(batch)[1, 1])
