import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)

print(layer(inputs[:4]).detach())  # your journey starts with
print(layer(inputs)[:4].detach())
