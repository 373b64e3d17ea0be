import torch
from attention import (
    core_attention,
    scaled_attention_scores,
    scaled_dot_product_attention,
)

generator = torch.Generator().manual_seed(123)
queries, keys, values = torch.randn(3, 2, 6, 4, generator=generator)
sinks = torch.tensor([0.0, 2.0])

plain, _ = scaled_dot_product_attention(queries, keys, values)
lse = scaled_attention_scores(queries, keys).logsumexp(dim=-1)
kept = torch.sigmoid(lse - sinks[:, None])
contexts, _ = core_attention(queries, keys, values, sinks=sinks)
print(kept[1, -1])
print(kept[1, -1] * plain[1, -1])
print(contexts[1, -1])
