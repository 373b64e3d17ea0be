import torch
from attention import MultiHeadAttentionWrapper, causal_mask, inputs

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
Q = torch.stack([head.W_query(inputs) for head in heads])
K = torch.stack([head.W_key(inputs) for head in heads])
V = torch.stack([head.W_value(inputs) for head in heads])

scores = Q @ K.transpose(1, 2) / Q.shape[-1] ** 0.5
hidden = scores.masked_fill(~causal_mask(6), -torch.inf)
contexts = torch.softmax(hidden, dim=-1) @ V
print(contexts.shape)  # (num_heads, num_tokens, head_dim)
print(contexts[:, 0].detach())  # your's, in each head
one_by_one = torch.stack([head(inputs) for head in heads])
print(torch.allclose(contexts, one_by_one, atol=1e-6))
