import torch
from attention.examples import inputs

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
query, keys, values = inputs[1] @ W_query, inputs @ W_key, inputs @ W_value
print("query  ", query, tuple(keys.shape), tuple(values.shape))
print("score  ", query @ keys[1])

scores = query @ keys.T
weights = torch.softmax(scores / keys.shape[-1] ** 0.5, dim=-1)
print("scores ", scores)
print("weights", weights)
print("context", weights @ values)
