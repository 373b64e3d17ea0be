import torch
from attention import SelfAttentionV2
from attention.examples import seeded_projections, seeded_scores

mask = torch.tril(torch.ones(6, 6)).bool()
scores = seeded_scores(SelfAttentionV2, 123).masked_fill(mask, -torch.inf)

_, _, values = seeded_projections(SelfAttentionV2, 123)
print(torch.softmax(scores, dim=-1))
print(values)
