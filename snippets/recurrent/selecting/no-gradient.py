import torch
from attention import Attention, Indexer, SelectiveAttention

torch.manual_seed(123)
heads = Attention(16, 16, 50, 0.0, num_heads=2)
layer = SelectiveAttention(heads, Indexer(16, 2, 8), top_k=4)
layer(torch.randn(20, 16)).square().sum().backward()
for name, parameter in layer.named_parameters():
    slope = parameter.grad
    size = "none" if slope is None else f"{slope.norm():.2f}"
    print(f"{name:25} gradient {size}")
