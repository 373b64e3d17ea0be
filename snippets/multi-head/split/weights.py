import torch
from attention import MultiHeadAttentionWrapper, causal_mask, inputs

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
Q = torch.stack([head.W_query(inputs) for head in heads])
K = torch.stack([head.W_key(inputs) for head in heads])

scores = Q @ K.transpose(1, 2) / Q.shape[-1] ** 0.5  # root of head_dim
hidden = scores.masked_fill(~causal_mask(6), -torch.inf)
weights = torch.softmax(hidden, dim=-1)
print(causal_mask(6).shape, "on", scores.shape)
print(weights[:, 1].detach())  # journey's, in each head
