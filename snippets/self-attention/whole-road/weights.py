import torch
from attention import W_K, W_Q, inputs, position_table

X = inputs + position_table[:6]
Q, K = X @ W_Q.T, X @ W_K.T
weights = torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1)

print(weights)
print(torch.allclose(weights.sum(dim=-1), torch.ones(6), atol=1e-6))
