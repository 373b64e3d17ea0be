import torch
from attention import W_key, W_query, W_value, inputs, position_table

X = inputs + position_table[:6]
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
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
