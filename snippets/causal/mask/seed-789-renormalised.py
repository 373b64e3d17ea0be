import torch
from attention import SelfAttentionV2, seeded_scores

weights = torch.softmax(seeded_scores(SelfAttentionV2, 789), dim=-1)
masked = weights * torch.tril(torch.ones(6, 6))

print(masked / masked.sum(dim=-1, keepdim=True))
