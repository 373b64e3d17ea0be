import torch
from attention import SelfAttentionV2, seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)

tril = torch.tril(torch.ones(6, 6)).bool()
for name, blocked in (("right", ~tril), ("inverted", tril)):
    weights = torch.softmax(scores.masked_fill(blocked, -1e9), dim=-1)
    print(name, weights[1], weights[5], sep="\n")
