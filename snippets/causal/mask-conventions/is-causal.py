import torch
import torch.nn.functional as F
from attention import SelfAttentionV2, seeded_projections

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
weights = F.scaled_dot_product_attention(
    queries, keys, torch.eye(6), is_causal=True
)
print(weights[1])
