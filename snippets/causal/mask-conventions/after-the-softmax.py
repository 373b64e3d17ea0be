from attention import (
    SelfAttentionV1,
    attention_weights,
    causal_mask,
    seeded_projections,
    seeded_scores,
    to_additive,
)

_, _, values = seeded_projections(SelfAttentionV1, 123)
scores = seeded_scores(SelfAttentionV1, 123)
mask = to_additive(causal_mask(6))

print((attention_weights(scores) + mask) @ values)  # wrong
print(attention_weights(scores + mask) @ values)
