import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.5)
contexts = layer(inputs)

note = "dropout is on"
assert not layer.training, note  # raises AssertionError: dropout is on
