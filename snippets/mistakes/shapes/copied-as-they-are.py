import torch
from torch import nn

W, layer = torch.rand(3, 2), nn.Linear(3, 2, bias=False)
with torch.no_grad():
    layer.weight.copy_(W)  # raises RuntimeError: The size of tensor a (3)
