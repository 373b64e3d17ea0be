import torch
from attention import sinusoidal_positions
from attention.examples import inputs
from torch import nn


class SinusoidalPositions(nn.Module):
    def forward(self, x):
        num_tokens, d_model = x.shape[-2:]
        positions = torch.arange(num_tokens, device=x.device)
        return x + sinusoidal_positions(positions, d_model)


positions = SinusoidalPositions()
print(positions.state_dict())
print(positions(torch.stack([inputs, inputs])).shape)
