import torch
import torch.nn.functional as F
from attention import SelfAttentionV2, seeded_projections

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)

triu = torch.triu(torch.ones(6, 6), diagonal=1).bool()  # marks the blocked
weights = F.scaled_dot_product_attention(
    queries, keys, torch.eye(6), attn_mask=triu
)
print(weights)
