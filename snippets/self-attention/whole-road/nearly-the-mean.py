import torch
from attention import W_key, W_query, W_value, inputs, position_table

X = inputs + position_table[:6]
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
Z = torch.softmax(Q @ K.T / 2**0.5, dim=-1) @ V

print("mean of the values:", V.mean(dim=0))
print("spread of the values:  ", V.amax(dim=0) - V.amin(dim=0))
print("spread of the contexts:", Z.amax(dim=0) - Z.amin(dim=0))
