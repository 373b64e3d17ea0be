import torch
from torch import nn


class Double(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()  # before anything is assigned to self
        self.factor = nn.Parameter(torch.full((size,), 2.0))

    def forward(self, x):
        return x * self.factor


layer = Double(3)  # calls __init__
print(layer(torch.ones(3)).tolist())  # calls forward
print([name for name, _ in layer.named_parameters()])
