from attention import (
    attention_weights,
    causal_mask,
    seeded_projections,
    seeded_scores,
    to_additive,
)

_, _, values = seeded_projections("v2-789")
mask = to_additive(causal_mask(6))  # 0 = may attend, -inf = blocked

weights = attention_weights(seeded_scores("v2-789")) + mask
print(weights[1])
print((weights @ values)[1])
