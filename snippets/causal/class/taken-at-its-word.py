import torch
from attention import CausalAttention, inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, 0.0)
blocked = torch.triu(torch.ones(6, 6), diagonal=1)  # 1 = blocked

layer.mask.copy_(blocked)  # read as ours: True = may attend
print(layer(inputs).detach())
