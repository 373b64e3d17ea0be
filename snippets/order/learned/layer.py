import torch
from attention.examples import inputs
from torch import nn


class LearnedPositions(nn.Module):
    def __init__(self, context_length, d_model):
        super().__init__()
        self.pos_emb = nn.Embedding(context_length, d_model)

    def forward(self, x):
        positions = torch.arange(x.shape[-2], device=x.device)
        return x + self.pos_emb(positions)


positions = LearnedPositions(context_length=16, d_model=3)
print(positions(torch.stack([inputs, inputs])).shape)

positions(inputs).sum().backward()
print(positions.pos_emb.weight.grad.any(dim=-1))
