import torch
from attention import SelfAttentionV2, causal_mask, masked_attention_weights
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, causal_mask(6))

p = 0.5
torch.manual_seed(123)
dropped = (torch.rand(6, 6) >= p) * weights / (1 - p)
print(weights)
print(dropped)
print("row sums:", dropped.sum(dim=-1))
