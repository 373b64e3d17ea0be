import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
Q = inputs @ torch.cat([head.W_query.weight for head in heads]).T

print(Q[1].detach())  # journey's row
pieces = Q.view(6, 2, 2)  # (num_tokens, num_heads, head_dim)
print(pieces[1].detach())
