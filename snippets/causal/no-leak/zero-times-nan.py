import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(789)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)

other = inputs.clone()
other[5] = torch.nan
print(layer(inputs)[1].detach(), layer(other)[1].detach())
