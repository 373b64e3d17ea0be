# runs on the CPU: where torch makes a CausalBias
import torch
import torch.nn.functional as F
from attention import causal_mask
from torch.nn.attention.bias import causal_lower_right

queries = torch.zeros(1, 1, 2, 4)  # equal weights for all that is visible
keys = torch.randn(1, 1, 6, 4)
values = torch.eye(6)[None, None]

attend = F.scaled_dot_product_attention
print(attend(queries, keys, values, is_causal=True)[0, 0])
right = attend(queries, keys, values, attn_mask=causal_lower_right(2, 6))
print(right[0, 0])
mask = causal_mask(2, 6)
print(torch.allclose(right, attend(queries, keys, values, attn_mask=mask)))
