import torch
from attention import (
    MultiHeadAttention,
    causal_mask,
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)
from attention.examples import inputs, tokens

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
queries = layer.W_query(inputs)
Q, K, V = (
    split_heads(rows, num_heads=2)
    for rows in (queries, layer.W_key(inputs), layer.W_value(inputs))
)
contexts, _ = scaled_dot_product_attention(Q, K, V, causal_mask(6))
joined = merge_heads(contexts)

print(*tokens)
for matrix in (queries, joined, layer.out_proj(joined)):
    print(matrix.detach())
