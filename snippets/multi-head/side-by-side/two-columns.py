import torch
from attention import CausalAttention, MultiHeadAttentionWrapper
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttentionWrapper(3, 1, 6, 0.0, num_heads=2)
print(layer(inputs).shape)
print(layer(inputs)[0].detach())

one = CausalAttention(3, 2, 6, 0.0)
for each in (layer, one):
    print(sum(p.numel() for p in each.parameters()), "parameters")
