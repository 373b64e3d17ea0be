import torch
from attention import MultiHeadAttention, causal_mask, inputs, split_heads

torch.manual_seed(123)
layer = MultiHeadAttention(3, 2, 6, 0.0, num_heads=2)
Q = split_heads(layer.W_query(inputs), num_heads=2)
K = split_heads(layer.W_key(inputs), num_heads=2)

scores = Q @ K.transpose(1, 2) / Q.shape[-1] ** 0.5
hidden = scores.masked_fill(~causal_mask(6), -torch.inf)
print(torch.softmax(hidden, dim=-1)[:, 1].detach())  # journey's
