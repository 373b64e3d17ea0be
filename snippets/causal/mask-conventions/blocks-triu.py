import torch
from attention import SelfAttentionV2, seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)

blocked = torch.triu(torch.ones(6, 6), diagonal=1)  # 1 = blocked
scores = scores.masked_fill(blocked.bool(), -torch.inf)
print(torch.softmax(scores, dim=-1)[1])
