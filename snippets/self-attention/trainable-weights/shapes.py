import torch
from attention import inputs

W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
queries, keys, values = inputs @ W_query, inputs @ W_key, inputs @ W_value
weights = torch.softmax(queries @ keys.T / 2**0.5, dim=-1)

print("X", inputs.shape)
print("W_query, W_key, W_value", W_query.shape)
print("Q", queries.shape)
print("K", keys.shape)
print("V", values.shape)
print("scores", (queries @ keys.T).shape)
print("attention weights", weights.shape)
print("Z", (weights @ values).shape)
