import torch
from attention.examples import inputs

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))

print("query:", inputs[1] @ W_query)
print("key:  ", inputs[1] @ W_key)
print("value:", inputs[1] @ W_value)
