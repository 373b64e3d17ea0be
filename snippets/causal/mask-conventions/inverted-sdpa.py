import torch
import torch.nn.functional as F
from attention import SelfAttentionV2, seeded_projections

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
tril = torch.tril(torch.ones(6, 6)).bool()

for mask in (tril, ~tril):
    weights = F.scaled_dot_product_attention(
        queries, keys, torch.eye(6), attn_mask=mask
    )
    print(weights)
