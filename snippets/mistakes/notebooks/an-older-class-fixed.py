import torch
from attention.examples import inputs
from torch import nn


class Attention(nn.Module):
    def forward(self, x):
        return torch.softmax(x @ x.T / x.shape[-1] ** 0.5, dim=-1) @ x


layer = Attention()  # in the cell of the class: made again with it
print(layer(inputs)[0])
