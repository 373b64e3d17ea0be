import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

weights = torch.softmax(seeded_scores(SelfAttentionV2, 789), dim=-1)

allowed = torch.tril(torch.ones(6, 6))  # 1 = may attend
masked = weights * allowed
print(masked)
print("row sums:", masked.sum(dim=-1))
