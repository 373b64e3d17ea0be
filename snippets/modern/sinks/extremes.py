import torch
from attention import core_attention, scaled_dot_product_attention

generator = torch.Generator().manual_seed(123)
queries, keys, values = torch.randn(3, 1, 6, 4, generator=generator)
plain, _ = scaled_dot_product_attention(queries, keys, values)

sink = torch.tensor([-torch.inf])
none, _ = core_attention(queries, keys, values, sinks=sink)
print(torch.allclose(none, plain))
sink = torch.tensor([200.0])
deep, _ = core_attention(queries, keys, values, sinks=sink)
print(deep.abs().max())
sink = torch.zeros(1)
zero, weights = core_attention(queries, keys, values, sinks=sink)
exps = (queries @ keys.mT / 4**0.5).exp()
by_hand = exps / (1 + exps.sum(dim=-1, keepdim=True))
print(torch.allclose(weights, by_hand))
