import torch
from attention import SelfAttentionV2
from attention.examples import seeded_projections, seeded_scores

_, _, values = seeded_projections(SelfAttentionV2, 123)
mask = torch.tril(torch.ones(6, 6)).bool()
scores = seeded_scores(SelfAttentionV2, 123).masked_fill(mask, -torch.inf)

print(torch.softmax(scores, dim=-1) @ values)  # no dropout
