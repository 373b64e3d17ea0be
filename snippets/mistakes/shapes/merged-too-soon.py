import torch
from attention import split_heads

Q = torch.arange(6)[:, None].repeat(1, 4)  # row i belongs to word i
heads = split_heads(Q, num_heads=2)

print(heads.shape)
print(heads.reshape(6, 4))
