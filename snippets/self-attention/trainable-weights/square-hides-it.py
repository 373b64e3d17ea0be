import torch
from attention import inputs

torch.manual_seed(123)
W_query = torch.rand(3, 3)  # d_in = d_out = 3

right, wrong = inputs[1] @ W_query, W_query @ inputs[1]
print(right.shape, wrong.shape)
print(torch.allclose(right, wrong, atol=1e-6))
