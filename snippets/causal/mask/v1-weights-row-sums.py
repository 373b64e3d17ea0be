import torch
from attention import SelfAttentionV1, attention_weights, seeded_scores

weights = attention_weights(seeded_scores(SelfAttentionV1, 123))
masked = weights * torch.tril(torch.ones(6, 6))

print(masked.sum(dim=-1))
