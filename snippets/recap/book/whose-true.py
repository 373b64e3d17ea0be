import torch
from attention import CausalAttention

layer = CausalAttention(3, 2, 6, 0.0)
book = torch.triu(torch.ones(6, 6), diagonal=1)  # 1 = blocked
print(torch.equal(layer.mask, ~book.bool()))
