import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

mask = torch.triu(torch.ones(6, 6), diagonal=1).bool()
scores = seeded_scores(SelfAttentionV2, 123).masked_fill(mask, -torch.inf)
weights = torch.softmax(scores, dim=-1)

assert weights[0, 0] == 1, "reads ahead"
print(weights[0])
