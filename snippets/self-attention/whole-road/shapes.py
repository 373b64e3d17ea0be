import torch
from attention import (
    W_key,
    W_query,
    W_value,
    build_vocabulary,
    embedding_table,
    inputs,
    position_table,
    tokens,
)

ids = torch.tensor([8, 3, 5, 7, 4, 6])
table = embedding_table(build_vocabulary(tokens), tokens, inputs)
words, places = table[ids], position_table[:6]
X = words + places
Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
scores = Q @ K.T
weights = torch.softmax(scores / K.shape[-1] ** 0.5, dim=-1)
Z = weights @ V

print("ids", ids.shape)
print("table of words", table.shape, "rows looked up", words.shape)
print("table of places", position_table.shape, "rows used", places.shape)
print("X", X.shape)
print("W_Q, W_K, W_V", W_query.shape, W_key.shape, W_value.shape)
print("Q, K, V", Q.shape, K.shape, V.shape)
print("K transposed", K.T.shape)
print("scores", scores.shape)
print("weights", weights.shape)
print("Z", Z.shape)
