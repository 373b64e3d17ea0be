import torch
from attention import SelfAttentionV2, attention_weights, seeded_scores

weights = attention_weights(seeded_scores(SelfAttentionV2, 123))
allowed = torch.tril(torch.ones(6, 6))

print(weights * allowed)
