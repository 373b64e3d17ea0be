import torch
from attention import inputs

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
query, keys, values = inputs[1] @ W_query, inputs @ W_key, inputs @ W_value

weights = torch.softmax(query @ keys.T / 2**0.5, dim=-1)
context = weights @ values  # (6,) @ (6, 2) -> (2,)
print(context)
