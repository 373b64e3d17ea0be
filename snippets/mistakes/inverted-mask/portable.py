import torch
from attention import SelfAttentionV2, apply_dropout
from attention.examples import seeded_projections, seeded_scores

_, _, values = seeded_projections(SelfAttentionV2, 123)
scores = seeded_scores(SelfAttentionV2, 123)  # scaled by the root of two
mask = torch.tril(torch.ones(6, 6)).bool()
weights = torch.softmax(scores.masked_fill(mask, -torch.inf), dim=-1)

torch.manual_seed(123)
dropped = apply_dropout(weights.expand(2, 6, 6), 0.5)
print(dropped @ values)
