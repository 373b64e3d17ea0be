import torch

torch.manual_seed(123)
W_query = torch.rand(3, 2)
W_key = torch.rand(3, 2)
W_value = torch.rand(3, 2)

print(W_value)
