import torch
from attention import (
    SelfAttentionV2,
    apply_dropout,
    causal_mask,
    context_vectors,
    masked_attention_weights,
    seeded_projections,
    seeded_scores,
)

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, causal_mask(6))
_, _, values = seeded_projections(SelfAttentionV2, 789)

torch.manual_seed(123)
print(context_vectors(apply_dropout(weights, 0.5), values))
print(context_vectors(weights, values))
