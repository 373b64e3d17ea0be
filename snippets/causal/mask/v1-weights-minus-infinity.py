import torch
from attention import SelfAttentionV1, seeded_scores

scores = seeded_scores(SelfAttentionV1, 123)
blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()

print(scores.masked_fill(blocked, -torch.inf))
