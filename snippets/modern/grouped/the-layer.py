import torch
from attention import GroupedQueryAttention, inputs

torch.manual_seed(123)
layer = GroupedQueryAttention(3, 8, 6, 0.0, num_heads=4, num_kv_groups=2)
print(layer(inputs)[1].detach())  # journey
