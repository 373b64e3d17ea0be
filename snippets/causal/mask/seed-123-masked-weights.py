import torch
from attention import SelfAttentionV2, seeded_scores

scores = seeded_scores(SelfAttentionV2, 123)
blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()
weights = torch.softmax(scores.masked_fill(blocked, -torch.inf), dim=-1)

print(weights)
unmasked = torch.softmax(scores, dim=-1)
masked = unmasked * torch.tril(torch.ones(6, 6))
renormalised = masked / masked.sum(dim=-1, keepdim=True)
print(torch.allclose(weights, renormalised, atol=1e-6))
