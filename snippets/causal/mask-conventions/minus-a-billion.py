import torch
from attention import SelfAttentionV2, seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
allowed = torch.tril(torch.ones(6, 6)).bool()

for mask in (~allowed, allowed):  # as it should be; inverted
    weights = torch.softmax(scores.masked_fill(mask, -1e9), dim=-1)
    print(weights[1], weights[5], sep="\n")
