import torch
from attention import seeded_scores

scores = seeded_scores("v2-789")
blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()

print(scores.masked_fill(blocked, -torch.inf))
