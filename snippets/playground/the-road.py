import torch
from attention import W_K, W_Q, W_V, inputs, position_table

X = inputs + position_table[:6]
Q, K, V = X @ W_Q.T, X @ W_K.T, X @ W_V.T
scores = Q @ K.T
scaled = scores / K.shape[-1] ** 0.5
weights = torch.softmax(scaled, dim=-1)
Z = weights @ V

for name, matrix in (("X", X), ("Q", Q), ("K", K), ("V", V)):
    print(name, matrix, sep="\n")
for name, matrix in (("scores", scores), ("scaled", scaled)):
    print(name, matrix, sep="\n")
for name, matrix in (("weights", weights), ("Z", Z)):
    print(name, matrix, sep="\n")
