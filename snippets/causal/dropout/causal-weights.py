# pip install attention-verified
from attention import (
    SelfAttentionV2,
    causal_mask,
    masked_attention_weights,
    seeded_scores,
)

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, causal_mask(6))
print(weights)
