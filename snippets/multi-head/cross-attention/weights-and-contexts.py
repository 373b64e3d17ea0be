import torch
from attention import inputs, target_inputs

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
queries, keys = target_inputs @ W_query, inputs @ W_key

weights = torch.softmax(queries @ keys.T / 2**0.5, dim=-1)
contexts = weights @ (inputs @ W_value)  # (4, 6) @ (6, 2) -> (4, 2)
print(weights)
print(torch.allclose(weights.sum(dim=-1), torch.ones(4), atol=1e-6))
print(contexts)
