import torch
from attention import inputs

torch.manual_seed(123)
W_query, W_key = torch.rand(3, 2), torch.rand(3, 2)

keys = inputs @ W_key  # (6, 3) @ (3, 2) -> (6, 2)
print(keys)
print(torch.allclose(keys[1], inputs[1] @ W_key, atol=1e-6))
