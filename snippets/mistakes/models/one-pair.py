import torch
from attention import MultiHeadAttention

torch.manual_seed(123)
layer = MultiHeadAttention(24, 24, 11, 0.0, num_heads=2)
pairs = torch.randn(11, 24)
for name, batch in (("one at a time", pairs[:, None]), ("all", pairs)):
    layer.zero_grad()
    layer(batch).square().sum().backward()
    gradient = layer.W_query.weight.grad.abs().max()
    print(f"{name:14} largest gradient of W_query {gradient:.2f}")
