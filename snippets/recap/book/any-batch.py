import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, 0.0)
for shape in ((6, 3), (2, 6, 3), (5, 2, 6, 3)):
    print(shape, tuple(layer(inputs.expand(shape)).shape))
