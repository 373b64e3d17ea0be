import torch
from attention import W_key, W_query, inputs, position_table, tokens

X = inputs + position_table[:6]
Q, K = X @ W_query.T, X @ W_key.T
weights = torch.softmax(Q @ K.T / K.shape[-1] ** 0.5, dim=-1)

for token, row in zip(tokens, weights, strict=True):
    shares, order = row.sort(descending=True)
    held = [f"{tokens[j]} {shares[k]:.4f}" for k, j in enumerate(order)]
    print(f"{token:8} most: {held[0]}, {held[1]}; least: {held[-1]}")
