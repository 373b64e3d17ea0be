import torch
from attention import CausalAttention, inputs

torch.manual_seed(123)
first = CausalAttention(3, 2, context_length=6, dropout=0.0)
second = CausalAttention(3, 2, context_length=6, dropout=0.0)

print(first(inputs).detach())
print(second(inputs).detach())
