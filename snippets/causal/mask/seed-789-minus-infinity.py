import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)

blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()
hidden = scores.masked_fill(blocked, -torch.inf)
print("weights", torch.softmax(scores, dim=-1), sep="\n")
print("hidden", hidden, sep="\n")
