import torch
import torch.nn.functional as F
from attention import SelfAttentionV2
from attention.examples import seeded_projections, seeded_scores

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
scores = seeded_scores(SelfAttentionV2, 789)

tril = torch.tril(torch.ones(6, 6)).bool()  # marks what is allowed
for low in (-torch.inf, -1e9):
    hidden = scores.masked_fill(tril, low)  # blocks what is marked
    print(torch.softmax(hidden, dim=-1)[5])
inverted = F.scaled_dot_product_attention(
    queries, keys, torch.eye(6), attn_mask=~tril
)
print(inverted[5])
