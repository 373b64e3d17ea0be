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
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
weights = torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1)
Z = weights @ V

for token, row, z in zip(tokens, weights, Z, strict=True):
    part = row[0] * V[0, 1]  # what your contributes to the second entry
    print(f"{token:8} gives your {row[0]:.4f}", end=", ")
    print(f"which adds {part:.4f} of {z[1]:.4f}")
