import torch
from attention import (
    SelfAttentionV2,
    causal_mask,
    scaled_dot_product_attention,
)
from attention.examples import seeded_projections, tokens

queries, keys, values = seeded_projections(SelfAttentionV2, 789)
whole, _ = scaled_dot_product_attention(
    queries, keys, values, causal_mask(6)
)

cached_keys = cached_values = torch.empty(0, 2)
for i, token in enumerate(tokens):
    cached_keys = torch.cat([cached_keys, keys[i : i + 1]])
    cached_values = torch.cat([cached_values, values[i : i + 1]])
    out, _ = scaled_dot_product_attention(
        queries[i : i + 1], cached_keys, cached_values
    )
    print(f"{token:8}", *out, whole[i])
