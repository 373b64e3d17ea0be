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
merged = contexts.transpose(0, 1).contiguous().view(6, 4)

result = layer.out_proj(merged)
print(result[1].detach())
W, bias = layer.out_proj.weight, layer.out_proj.bias
summed = contexts[0] @ W[:, :2].T + contexts[1] @ W[:, 2:].T + bias
print(summed[1].detach())
