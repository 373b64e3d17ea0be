import torch
from torch.nn.functional import scaled_dot_product_attention

torch.manual_seed(123)
queries, keys = torch.randn(2, 4, 7, 6)
weights = torch.softmax(queries @ keys.mT / keys.shape[-1] ** 0.5, dim=-1)

identity = torch.eye(7).expand(4, 7, 7)  # so that contexts are the weights
by_torch = scaled_dot_product_attention(queries, keys, identity)
mine, theirs = weights[0, 0].max(), by_torch[0, 0].max()
print(f"largest {mine:.2f}, by torch {theirs:.2f}")
