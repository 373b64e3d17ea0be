import torch

a = torch.rand(1, 2, 3, 4)  # (batch, num_heads, num_tokens, head_dim)
a @ a.transpose(1, 2)  # raises RuntimeError: The size of tensor a (2) must
