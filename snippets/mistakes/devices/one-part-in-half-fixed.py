import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, dropout=0.0, qkv_bias=True)
exact = layer(inputs)

layer.half()
x = inputs.to(layer.W_query.weight.dtype)
print(layer(x).dtype, torch.allclose(layer(x).float(), exact, atol=2e-3))
