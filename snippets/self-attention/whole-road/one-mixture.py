import torch
from attention import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
    tokens,
)

X = inputs + position_table[:6]
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
shares = torch.softmax(Q[1] @ K.T / 2**0.5, dim=-1)  # journey's

for token, share, value in zip(tokens, shares, V, strict=True):
    print(f"{share:.4f} of {token:8}", share * value)
print("their sum".ljust(18), shares @ V)
