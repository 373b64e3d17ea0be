import torch

torch.manual_seed(123)
W_query = torch.rand(3, 2)  # d_in = 3 features in, d_out = 2 out
W_key = torch.rand(3, 2)
W_value = torch.rand(3, 2)

print(W_query, W_key, W_value, sep="\n")
