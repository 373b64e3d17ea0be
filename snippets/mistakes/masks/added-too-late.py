from attention import (
    SelfAttentionV2,
    attention_weights,
    causal_mask,
    to_additive,
)
from attention.examples import seeded_projections, seeded_scores

_, _, values = seeded_projections(SelfAttentionV2, 789)
mask = to_additive(causal_mask(6))  # 0 = may attend, -inf = blocked

weights = attention_weights(seeded_scores(SelfAttentionV2, 789)) + mask
print(weights[1])
print((weights @ values)[1])
