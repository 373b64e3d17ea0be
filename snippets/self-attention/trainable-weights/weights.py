import torch
from attention import inputs

torch.manual_seed(123)
W_query, W_key = torch.rand(3, 2), torch.rand(3, 2)
query, keys = inputs[1] @ W_query, inputs @ W_key
scaled = query @ keys.T / keys.shape[-1] ** 0.5  # d_k = 2

weights = torch.softmax(scaled, dim=-1)
print(scaled)
print(weights)
print(f"sum: {weights.sum():.4f}")
