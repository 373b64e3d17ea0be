import torch
from attention import alibi_bias, causal_mask, core_attention

generator = torch.Generator().manual_seed(123)
queries, keys, values = torch.randn(3, 2, 6, 4, generator=generator)
slopes = torch.tensor([1 / 2, 1 / 8])  # of two heads
mask = causal_mask(6)

positions = torch.arange(6)
distance = positions[:, None] - positions
scores = queries @ keys.mT / 4**0.5
scores = scores - slopes[:, None, None] * distance
weights = torch.softmax(scores.masked_fill(~mask, -torch.inf), dim=-1)

bias = alibi_bias(slopes, num_queries=6)
contexts, _ = core_attention(queries, keys, values, mask, bias=bias)
print((weights @ values)[0, -1])
print(contexts[0, -1])
