import torch
from attention import SelfAttentionV2, causal_mask
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789) * causal_mask(6)

print(scores[1])
print(torch.softmax(scores, dim=-1)[1])
