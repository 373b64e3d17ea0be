import torch
from attention import MultiHeadAttention
from attention.examples import inputs

for num_heads in (1, 2, 4):
    torch.manual_seed(123)
    layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads)
    count = sum(p.numel() for p in layer.parameters())
    print(f"heads: {num_heads}, parameters: {count}")
    print(layer(inputs)[:2].detach())
