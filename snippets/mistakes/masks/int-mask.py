import torch
from torch.nn.functional import scaled_dot_product_attention as attend

Q = K = V = torch.ones(1, 6, 2)
mask = torch.tril(torch.ones(6, 6)).int()
attend(Q, K, V, mask)  # raises RuntimeError: Expected attn_mask dtype
