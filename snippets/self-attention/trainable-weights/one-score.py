import torch
from attention.examples import inputs

torch.manual_seed(123)
W_query, W_key = torch.rand(3, 2), torch.rand(3, 2)
query, key = inputs[1] @ W_query, inputs[1] @ W_key

print(query * key, "sum:", torch.dot(query, key))
