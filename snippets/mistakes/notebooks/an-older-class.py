import torch
from attention.examples import inputs
from torch import nn


class Attention(nn.Module):  # cell 1: the scale is missing
    def forward(self, x):
        return torch.softmax(x @ x.T, dim=-1) @ x


layer = Attention()  # cell 2


class Attention(nn.Module):  # cell 1, edited and run again
    def forward(self, x):
        return torch.softmax(x @ x.T / x.shape[-1] ** 0.5, dim=-1) @ x


print(layer(inputs)[0])  # cell 3
print(Attention()(inputs)[0])
