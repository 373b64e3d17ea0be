import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.5)

with torch.no_grad():
    first, second = layer(inputs), layer(inputs)
print("training:", layer.training)
print("two calls alike:", torch.allclose(first, second, atol=1e-6))
