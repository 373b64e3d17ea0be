import torch
from attention.examples import inputs
from torch import nn

torch.manual_seed(123)
for d_out in (2, 3):
    W, layer = torch.rand(3, d_out), nn.Linear(3, d_out, bias=False)
    with torch.no_grad():
        layer.weight.copy_(W.T)
    print(W.shape, torch.allclose(layer(inputs), inputs @ W, atol=1e-6))
