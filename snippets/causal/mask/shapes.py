from attention import (
    SelfAttentionV2,
    causal_mask,
    seeded_projections,
    seeded_scores,
)
from attention import masked_attention_weights as masked_weights

queries, keys, values = seeded_projections(SelfAttentionV2, 789)
scores, mask = seeded_scores(SelfAttentionV2, 789), causal_mask(6)
weights = masked_weights(scores, mask)
print("Q, K, V", queries.shape, keys.shape, values.shape)
print("scores", scores.shape)
print("mask", mask.shape, mask.dtype)
print("weights", weights.shape)
print("Z", (weights @ values).shape)
print("mask, one query and six keys", causal_mask(1, 6).shape)
