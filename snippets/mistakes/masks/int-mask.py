import torch
import torch.nn.functional as F

Q = K = V = torch.ones(1, 6, 2)
mask = torch.tril(torch.ones(6, 6)).int()
F.scaled_dot_product_attention(Q, K, V, mask)  # raises RuntimeError: Expected attn_mask dtype
