import torch
from attention import inputs

W_query = torch.rand(3, 2)

W_query @ inputs[1]  # raises RuntimeError: size mismatch
