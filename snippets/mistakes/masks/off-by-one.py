import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
ones = torch.ones(6, 6)

blocked = torch.triu(ones).bool()  # diagonal=0
print(torch.softmax(scores.masked_fill(blocked, -torch.inf), -1)[:2])
allowed = torch.tril(ones, diagonal=1).bool()
print(torch.softmax(scores.masked_fill(~allowed, -torch.inf), -1)[:2])
assert torch.equal(~allowed, torch.triu(ones, diagonal=2).bool())
