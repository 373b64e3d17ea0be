import torch
from attention import scaled_dot_product_attention, sink_attention

generator = torch.Generator().manual_seed(123)
queries, keys, values = torch.randn(3, 1, 6, 4, generator=generator)
plain, _ = scaled_dot_product_attention(queries, keys, values)

none, _ = sink_attention(queries, keys, values, torch.tensor([-torch.inf]))
print(torch.allclose(none, plain))
deep, _ = sink_attention(queries, keys, values, torch.tensor([200.0]))
print(deep.abs().max())
zero, weights = sink_attention(queries, keys, values, torch.zeros(1))
exps = (queries @ keys.mT / 4**0.5).exp()
by_hand = exps / (1 + exps.sum(dim=-1, keepdim=True))
print(torch.allclose(weights, by_hand))
