import torch
from attention import alibi_attention, alibi_slopes, causal_mask

generator = torch.Generator().manual_seed(123)
queries, keys, values = torch.randn(3, 8, 6, 4, generator=generator)
slopes = alibi_slopes(8)
whole, _ = alibi_attention(queries, keys, values, slopes, causal_mask(6))

last, _ = alibi_attention(queries[:, -1:], keys, values, slopes)
print(last[0, 0])
print(whole[0, -1])
