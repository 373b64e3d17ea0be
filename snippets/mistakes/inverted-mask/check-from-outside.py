import torch
from attention import CausalAttention, inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.5).eval()
other = inputs.clone()
other[-1] = torch.tensor([0.9, 0.1, 0.2])  # another last word

for name in ("right", "inverted"):
    before, after = layer(inputs)[:-1], layer(other)[:-1]
    print(name, torch.allclose(before, after, atol=1e-6))
    layer.mask.logical_not_()
