import torch
from attention.recurrent.gated_convolution import GatedConvolution
from torch import nn

torch.manual_seed(123)
for num_layers in (1, 2, 5):
    layers = [GatedConvolution(8) for _ in range(num_layers)]
    x = torch.randn(20, 8, requires_grad=True)
    nn.Sequential(*layers)(x)[-1].sum().backward()
    reached = (x.grad != 0).any(dim=-1).sum().item()
    print(f"{num_layers} layers: {reached} tokens")
