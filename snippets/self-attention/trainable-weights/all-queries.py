import torch
from attention import inputs

torch.manual_seed(123)
W_query = torch.rand(3, 2)

queries = inputs @ W_query  # (6, 3) @ (3, 2) -> (6, 2)
print(queries)
