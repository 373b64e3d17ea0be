import torch
from attention import SelfAttentionV2, attention_weights, causal_mask
from attention.examples import seeded_scores

masked = attention_weights(
    seeded_scores(SelfAttentionV2, 789)
) * causal_mask(6)
sums = masked.sum(dim=-1, keepdim=True)
divided = masked / sums

print(masked.sum(dim=-1).shape, sums.shape)
print("journey:", divided[1])
rows = divided.sum(dim=-1)
print("rows one:", torch.allclose(rows, torch.ones(6), atol=1e-6))
