import torch
from attention import GatedConvolution

torch.manual_seed(123)
for num_layers in (1, 2, 5, 10):
    tokens = torch.randn(40, 8, requires_grad=True)
    x = tokens
    for _ in range(num_layers):
        x = x + GatedConvolution(8)(x)
    x[-1].sum().backward()
    reached = (tokens.grad != 0).any(dim=-1).sum().item()
    print(f"{num_layers:2} layers: {reached} tokens")
