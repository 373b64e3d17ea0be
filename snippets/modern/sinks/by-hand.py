import torch
from attention import causal_mask, core_attention

generator = torch.Generator().manual_seed(123)
queries, keys, values = torch.randn(3, 2, 6, 4, generator=generator)
sinks, mask = torch.tensor([0.0, 2.0]), causal_mask(6)

scores = queries @ keys.mT / 4**0.5
scores = scores.masked_fill(~mask, -torch.inf)
column = sinks[:, None, None].expand(2, 6, 1)  # the same for each query
weights = torch.softmax(torch.cat([scores, column], dim=-1), dim=-1)
weights = weights[..., :-1]
print(weights[1].sum(dim=-1))

contexts, _ = core_attention(queries, keys, values, mask, sinks=sinks)
print((weights @ values)[1, -1])
print(contexts[1, -1])
