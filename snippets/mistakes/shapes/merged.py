import torch
from attention import merge_heads, split_heads

Q = torch.arange(6)[:, None].repeat(1, 4)
heads = split_heads(Q, num_heads=2)

merged = heads.transpose(0, 1).reshape(6, 4)
print(merged)
print(torch.equal(merge_heads(heads), merged))
