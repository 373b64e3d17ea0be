import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
heads = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2).heads
W_query = torch.cat([head.W_query.weight for head in heads])
W_key = torch.cat([head.W_key.weight for head in heads])

Q = (inputs @ W_query.T).view(6, 2, 2).transpose(0, 1)
K = (inputs @ W_key.T).view(6, 2, 2).transpose(0, 1)
scores = Q @ K.transpose(1, 2)
print(scores.shape)  # (num_heads, num_tokens, num_tokens)
print(scores[:, 1].detach())  # journey's six scores, in each head
