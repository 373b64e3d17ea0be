import torch
from attention import inputs

torch.manual_seed(123)
W_query = torch.rand(3, 2)

query = inputs[1] @ W_query  # (3,) @ (3, 2) -> (2,)
print(query)
print(query.shape)
