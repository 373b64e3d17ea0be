import torch
from attention import SelfAttentionV2, apply_dropout
from attention.examples import seeded_projections, seeded_scores

_, _, values = seeded_projections(SelfAttentionV2, 123)
mask = torch.triu(torch.ones(6, 6), diagonal=1).bool()
scores = seeded_scores(SelfAttentionV2, 123).masked_fill(mask, -torch.inf)
weights = torch.softmax(scores, dim=-1)

torch.manual_seed(123)  # the same draws as before
print(apply_dropout(weights.expand(2, 6, 6), 0.5) @ values)
