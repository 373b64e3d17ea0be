import torch
from attention import CausalAttention
from attention.examples import inputs

layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
seven = torch.cat([inputs, inputs[:1]])
layer(seven)  # raises ValueError: x must have at most context_length=6
