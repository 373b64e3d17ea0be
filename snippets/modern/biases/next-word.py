import torch
from attention import alibi_bias, alibi_slopes, causal_mask, core_attention

generator = torch.Generator().manual_seed(123)
queries, keys, values = torch.randn(3, 8, 6, 4, generator=generator)
slopes = alibi_slopes(8)
bias = alibi_bias(slopes, num_queries=6)
whole, _ = core_attention(queries, keys, values, causal_mask(6), bias=bias)

bias = alibi_bias(slopes, num_queries=1, num_keys=6)
last, _ = core_attention(queries[:, -1:], keys, values, bias=bias)
print(last[0, 0])
print(whole[0, -1])
