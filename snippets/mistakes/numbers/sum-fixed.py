import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
weights = torch.softmax(scores, dim=-1)

print(weights[0])
print("smallest of all:", weights.min())
