import torch
from attention import (
    SelfAttentionV2,
    apply_dropout,
    causal_mask,
    context_vectors,
    dropout_mask,
    masked_attention_weights,
    seeded_projections,
    seeded_scores,
)

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, causal_mask(6))
_, _, values = seeded_projections(SelfAttentionV2, 789)
dropped = apply_dropout(weights, 0.5)
print("draws", torch.rand(6, 6).shape)
print("what is kept", dropout_mask((6, 6), 0.5).shape)
print("weights", weights.shape)
print("after dropout", dropped.shape)
print("contexts", context_vectors(dropped, values).shape)
