import torch
from attention import MultiHeadAttention

torch.manual_seed(123)
layer = MultiHeadAttention(24, 24, 11, 0.0, num_heads=2)
pairs = torch.randn(11, 24)
out = torch.cat([layer(pair[None]) for pair in pairs])
out.square().sum().backward()
for name, parameter in layer.named_parameters():
    some = parameter.grad.any()
    assert some, f"{name} gets none"  # raises AssertionError: W_query
