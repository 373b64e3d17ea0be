import torch
from attention import W_K, W_Q, W_V, inputs, position_table

X = inputs + position_table[:6]
Q, K, V = X @ W_Q.T, X @ W_K.T, X @ W_V.T
Z = torch.softmax(Q @ K.T / 2**0.5, dim=-1) @ V

print("mean of the values:", V.mean(dim=0))
print("spread of the values:  ", V.amax(dim=0) - V.amin(dim=0))
print("spread of the contexts:", Z.amax(dim=0) - Z.amin(dim=0))
