from attention import (
    SelfAttentionV2,
    causal_mask,
    seeded_projections,
    seeded_scores,
)
from attention import masked_attention_weights as masked_weights

mask = causal_mask(6)
weights = masked_weights(seeded_scores(SelfAttentionV2, 789), mask)
_, _, values = seeded_projections(SelfAttentionV2, 789)

print(mask)
print(weights[1])
print(weights @ values)
print("value of your:", values[0])
