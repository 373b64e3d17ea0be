import torch
from attention import SelfAttentionV2, seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)

allowed = torch.tril(torch.ones(6, 6))  # 1 = may attend
scores = scores.masked_fill(allowed == 0, -torch.inf)
print(torch.softmax(scores, dim=-1)[1])
