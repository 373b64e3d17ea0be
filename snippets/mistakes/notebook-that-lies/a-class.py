import torch
from attention import SelfAttentionV1
from attention.examples import inputs

torch.manual_seed(123)
layer = SelfAttentionV1(3, 2)
before = layer(inputs)

W_query = torch.randn(3, 2)  # a cell is run once more
print(torch.allclose(layer(inputs), before, atol=1e-6))
