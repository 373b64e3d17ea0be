import torch
from attention import (
    SelfAttentionV2,
    apply_dropout,
    causal_mask,
    masked_attention_weights,
    seeded_scores,
)

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, causal_mask(6))

torch.manual_seed(123)
many = apply_dropout(weights.expand(10_000, 6, 6), 0.5)
print(many.mean(dim=0))
print(torch.allclose(many.mean(dim=0), weights, atol=0.03))
