import torch
import torch.nn.functional as F
from attention import (
    SelfAttentionV2,
    causal_mask,
    seeded_projections,
    seeded_scores,
    to_additive,
)

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
mask = to_additive(causal_mask(6))  # 0 = may attend, -inf = blocked

by_hand = torch.softmax(seeded_scores(SelfAttentionV2, 789) + mask, dim=-1)
by_sdpa = F.scaled_dot_product_attention(
    queries, keys, torch.eye(6), attn_mask=mask
)
print(mask[1])
print(by_hand[1])
print(by_sdpa[1])
