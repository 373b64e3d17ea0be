import torch

torch.manual_seed(123)
W_query = torch.rand(3, 2, device="meta")  # drawn by the device itself
W_key = torch.rand(3, 2)

print(W_key)
