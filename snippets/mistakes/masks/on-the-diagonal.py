import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
ones = torch.ones(6, 6)

blocked = torch.triu(ones, diagonal=1).bool()
allowed = torch.tril(ones).bool()
print(torch.equal(allowed, ~blocked))
print(torch.softmax(scores.masked_fill(blocked, -torch.inf), -1)[:2])
