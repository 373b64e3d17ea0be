import torch
from attention import (
    MultiHeadAttention,
    causal_mask,
    scaled_dot_product_attention,
)
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
Q = layer.W_query(inputs).view(6, 2, 2).transpose(0, 1)
K = layer.W_key(inputs).view(6, 2, 2).transpose(0, 1)
V = layer.W_value(inputs).view(6, 2, 2).transpose(0, 1)
contexts, _ = scaled_dot_product_attention(Q, K, V, causal_mask(6))

pieces = contexts.transpose(0, 1)  # (num_tokens, num_heads, head_dim)
print(pieces.shape, pieces.stride())
pieces.view(6, 4)  # raises RuntimeError: view size is not compatible
