import torch
from attention.examples import inputs
from torch import nn

torch.manual_seed(123)
W, layer = torch.rand(3, 3), nn.Linear(3, 3, bias=False)
with torch.no_grad():
    layer.weight.copy_(W)

print("journey @ W:  ", inputs[1] @ W)
print("layer(journey)", layer(inputs)[1].detach())
