import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.5).eval()

for name in ("right", "inverted"):
    same = []
    for n in range(1, 6):  # the first n words stay, other words follow
        other = torch.cat([inputs[:n], torch.rand(6 - n, 3)])
        before, after = layer(inputs)[:n], layer(other)[:n]
        same.append(torch.allclose(before, after, atol=1e-6))
    print(name, same)
    layer.mask.logical_not_()
