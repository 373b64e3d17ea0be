import torch
from attention import SelfAttentionV2, seeded_scores

weights = torch.softmax(seeded_scores(SelfAttentionV2, 789), dim=-1)

print(weights)
print("later words:", weights.triu(diagonal=1).sum(dim=-1))
