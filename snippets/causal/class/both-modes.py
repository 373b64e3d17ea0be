import torch
from attention import CausalAttention, inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.5)
torch.manual_seed(123)
without = CausalAttention(3, 2, context_length=6, dropout=0.0)

many = inputs.expand(100, 6, 3)
print("training:  ", torch.allclose(layer(many), without(many), atol=1e-6))
layer.eval()
print("evaluation:", torch.allclose(layer(many), without(many), atol=1e-6))
