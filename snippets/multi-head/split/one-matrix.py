import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads

W_query = torch.cat([head.W_query.weight for head in heads])
print(W_query.shape)  # (num_heads * head_dim, d_in)
at_once = inputs @ W_query.T
one_by_one = torch.cat([head.W_query(inputs) for head in heads], dim=-1)
print(torch.allclose(at_once, one_by_one, atol=1e-6))
