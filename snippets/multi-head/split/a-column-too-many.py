import torch

d_out, num_heads = 4, 3
head_dim = d_out // num_heads  # 1: a column is lost
Q = torch.rand(6, d_out)
Q.view(6, num_heads, head_dim)  # raises RuntimeError: shape '[6, 3, 1]' is
