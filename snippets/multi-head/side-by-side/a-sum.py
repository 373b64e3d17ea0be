import torch
from attention import MultiHeadAttentionWrapper

d_model, num_heads = 8, 2
x = torch.ones(6, d_model)
layer = MultiHeadAttentionWrapper(
    d_model, d_model // num_heads, 6, 0.0, num_heads
)
print((x + layer(x)).shape)
