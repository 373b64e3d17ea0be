import torch
from attention import SelfAttentionV2, causal_mask, masked_attention_weights
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
mask = torch.tril(torch.ones(6, 6)).bool()

weights = torch.softmax(scores.masked_fill(~mask, -torch.inf), dim=-1)
print(weights[1])
ours = masked_attention_weights(scores, causal_mask(6))
print(torch.allclose(weights, ours, atol=1e-6))
