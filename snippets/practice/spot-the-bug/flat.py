import torch
from attention import MultiHeadAttention, causal_mask, split_heads
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2).requires_grad_(False)
Q, K = layer.W_query(inputs), layer.W_key(inputs)
scale = Q.shape[-1] ** 0.5
Q, K = split_heads(Q, 2), split_heads(K, 2)

scores = (Q @ K.mT / scale).masked_fill(~causal_mask(6), -torch.inf)
weights = torch.softmax(scores, dim=-1)
print(weights.shape)
print(weights[:, -1])
