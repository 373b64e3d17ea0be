import torch
from attention import SelfAttentionV2, attention_weights, seeded_scores

weights = attention_weights(seeded_scores(SelfAttentionV2, 789))
masked = weights * torch.tril(torch.ones(6, 6))
renormalised = masked / masked.sum(dim=-1, keepdim=True)

print(renormalised)
row_sums = renormalised.sum(dim=-1)
print(torch.allclose(row_sums, torch.ones(6), atol=1e-6))
