import torch
from attention.examples import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
    tokens,
)

X = inputs + position_table[:6]
Q, K, V = X @ (100 * W_query).T, X @ W_key.T, X @ W_value.T
weights = torch.softmax(Q @ K.T / 2**0.5, dim=-1)

for token, row in zip(tokens, weights, strict=True):
    print(f"{token:8}", " ".join(f"{weight:.2f}" for weight in row))
print(weights @ V)
