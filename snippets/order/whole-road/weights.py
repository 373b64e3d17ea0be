import torch
from attention.examples import W_key, W_query, inputs, position_table

X = inputs + position_table[:6]
Q, K = X @ W_query.T, X @ W_key.T
weights = torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1)

print(weights)
