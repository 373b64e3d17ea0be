import torch
from attention import inputs, target_inputs

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
queries, keys = target_inputs @ W_query, inputs @ W_key

scores = queries @ keys.T / 2**0.5  # (4, 2) @ (2, 6) -> (4, 6)
print(scores)
