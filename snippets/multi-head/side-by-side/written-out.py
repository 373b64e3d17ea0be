import torch
from attention import CausalAttention
from attention.examples import inputs
from torch import nn


class Wrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads):
        super().__init__()
        self.heads = nn.ModuleList(
            CausalAttention(d_in, d_out, context_length, dropout)
            for _ in range(num_heads)
        )

    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], dim=-1)


torch.manual_seed(123)
layer = Wrapper(3, 2, 6, 0.0, num_heads=2)
batch = torch.stack([inputs, inputs])
print(layer(batch).shape)
print(layer(batch)[0, 0].detach())
