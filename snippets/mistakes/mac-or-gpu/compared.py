import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
here = layer(inputs)
there = layer.double()(inputs.double()).float()  # another way of rounding

torch.testing.assert_close(there, here)  # raises if they differ by more
print("equal up to rounding")
