import torch
import torch.nn.functional as F
from attention import (
    alibi_bias,
    alibi_slopes,
    causal_mask,
    core_attention,
    to_additive,
)

generator = torch.Generator().manual_seed(123)
queries, keys, values = torch.randn(3, 8, 6, 4, generator=generator)
slopes, mask = alibi_slopes(8), causal_mask(6)

bias = alibi_bias(slopes, num_queries=6)
theirs = F.scaled_dot_product_attention(
    *(queries[None], keys[None], values[None]),
    attn_mask=bias + to_additive(mask),
)
ours, _ = core_attention(queries, keys, values, mask, bias=bias)
print(theirs[0, 0, -1])
print(ours[0, -1])
