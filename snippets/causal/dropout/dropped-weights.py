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
dropped = apply_dropout(weights, 0.5)
print(dropped)
print("row sums   ", dropped.sum(dim=-1))
print("with before", weights[3])
