import torch
from attention import W_K, W_Q, W_V, inputs, position_table, tokens

X = inputs + position_table[:6]
Q, K, V = X @ W_Q.T, X @ W_K.T, X @ W_V.T
shares = torch.softmax(Q[1] @ K.T / 2**0.5, dim=-1)  # journey's

for token, share, value in zip(tokens, shares, V, strict=True):
    print(f"{share:.4f} of {token:8}", share * value)
print("their sum".ljust(18), shares @ V)
