import torch
import torch.nn.functional as F
from attention import (
    SelfAttentionV2,
    causal_mask,
    seeded_projections,
    to_sdpa,
)

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
values = torch.eye(6)  # so that the context vectors are the weights

mask = to_sdpa(causal_mask(6))  # True = may attend
weights = F.scaled_dot_product_attention(
    queries, keys, values, attn_mask=mask
)
print(mask[1])
print(weights[1])
