import torch
from attention import CausalAttention, inputs

torch.manual_seed(123)
heads = [CausalAttention(3, 2, 6, 0.0) for _ in range(2)]

for head in heads:
    print(head(inputs)[0].detach())  # your
together = torch.cat([head(inputs) for head in heads], dim=-1)
print(together.shape)
print(together[0].detach())
