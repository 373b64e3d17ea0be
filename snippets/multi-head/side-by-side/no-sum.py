import torch
from attention import MultiHeadAttentionWrapper

x = torch.ones(6, 8)
layer = MultiHeadAttentionWrapper(8, 8, 6, 0.0, num_heads=2)
x + layer(x)  # raises RuntimeError: The size of tensor a (8) must match
