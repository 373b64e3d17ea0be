import torch
from attention import seeded_projections, seeded_scores

_, _, values = seeded_projections("v2-123")
mask = torch.tril(torch.ones(6, 6)).bool()
scores = seeded_scores("v2-123").masked_fill(mask, -torch.inf)

print(torch.softmax(scores, dim=-1) @ values)  # no dropout
