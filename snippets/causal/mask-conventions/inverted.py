import torch
from attention import SelfAttentionV2, seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)

mask = torch.tril(torch.ones(6, 6)).bool()  # allows ...
scores = scores.masked_fill(mask, -torch.inf)  # ... and is used to block
print(torch.softmax(scores, dim=-1))
