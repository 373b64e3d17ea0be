import torch
from attention import SelfAttentionV2
from attention.examples import seeded_projections, seeded_scores

_, _, values = seeded_projections(SelfAttentionV2, 123)
mask = torch.tril(torch.ones(6, 6), diagonal=-1).bool()
scores = seeded_scores(SelfAttentionV2, 123).masked_fill(mask, -torch.inf)
weights = torch.softmax(scores, dim=-1)

print("finite", weights.isfinite().all().item())
print("rows sum to 1", torch.allclose(weights.sum(dim=-1), torch.ones(6)))
print("first weight", weights[0, 0])
print((weights @ values)[0])
