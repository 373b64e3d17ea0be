import torch
from attention.examples import inputs

torch.manual_seed(123)
W_query = torch.randn(3, 2)
W_key = torch.randn(3, 2)
W_value = torch.randn(3, 2)
query, keys, values = inputs[1] @ W_query, inputs @ W_key, inputs @ W_value

weights = torch.softmax(keys @ query / 2**0.5, dim=0)
print("W_query", W_query)
print("weights", weights)
print("value  ", values[1])
print("context", weights @ values)
