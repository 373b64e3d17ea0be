import torch

torch.manual_seed(123)
W_query = torch.rand(3, 2)  # drawn first, so that the key's come next
W_key = torch.rand(3, 2)

print(W_key)
