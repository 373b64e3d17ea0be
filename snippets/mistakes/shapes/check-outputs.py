import torch
from attention.examples import inputs
from torch import nn

W, layer = torch.rand(3, 3), nn.Linear(3, 3, bias=False)
with torch.no_grad():
    layer.weight.copy_(W)
same = torch.allclose(layer(inputs), inputs @ W, atol=1e-6)
assert same, "outputs must agree"  # raises AssertionError: outputs must
