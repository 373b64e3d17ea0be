import torch
from attention import MultiHeadAttention, inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
queries = layer.W_query(inputs)

pieces = queries.view(6, 2, 2)  # (num_tokens, num_heads, head_dim)
print(queries[1].detach())  # journey's row
print(pieces[1].detach())
