import torch
from attention import inputs

torch.manual_seed(123)
W_query, W_key = torch.rand(3, 2), torch.rand(3, 2)

query, keys = inputs[1] @ W_query, inputs @ W_key
scores = query @ keys.T  # (2,) @ (2, 6) -> (6,)
print(scores)
