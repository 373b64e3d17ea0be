# pip install attention-verified
import torch

torch.manual_seed(123)
W_query = torch.rand(3, 2)  # d_in = 3 features in, d_out = 2 out

print(W_query)
