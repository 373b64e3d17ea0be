import torch
from attention.examples import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
)

X = inputs + position_table[:6]  # words + positions
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
scaled = Q @ K.T / K.shape[-1] ** 0.5
weights = torch.softmax(scaled, dim=-1)
Z = weights @ V

print(Z)
