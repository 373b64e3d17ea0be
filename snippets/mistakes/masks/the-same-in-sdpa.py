import torch
import torch.nn.functional as F
from attention import SelfAttentionV2
from attention.examples import seeded_projections

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
tril = torch.tril(torch.ones(6, 6)).bool()

for mask in (tril, ~tril):  # identity as values: what comes out are weights
    weights = F.scaled_dot_product_attention(
        queries, keys, torch.eye(6), attn_mask=mask
    )
    print(weights[1], weights[5], sep="\n")
