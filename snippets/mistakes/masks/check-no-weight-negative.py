from attention import (
    SelfAttentionV2,
    attention_weights,
    causal_mask,
    to_additive,
)
from attention.examples import seeded_scores

mask = to_additive(causal_mask(6))
weights = attention_weights(seeded_scores(SelfAttentionV2, 789)) + mask
good = (weights >= 0).all()
assert good, "no weight may be negative"  # raises AssertionError: no weight
