import torch
from attention.examples import inputs

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
query = inputs[1] @ W_query
keys, values = inputs @ W_key, inputs @ W_value  # (6, 3) @ (3, 2)
print("keys", keys.shape, "values", values.shape)

scores = query @ keys.T  # (2,) @ (2, 6) -> (6,)
weights = torch.softmax(scores / keys.shape[-1] ** 0.5, dim=-1)
print("scores ", scores)
print("weights", weights)
print("context", weights @ values)  # (6,) @ (6, 2) -> (2,)
