from attention import (
    attention_weights,
    causal_mask,
    seeded_scores,
    to_additive,
)

mask = to_additive(causal_mask(6))
weights = attention_weights(seeded_scores("v2-789")) + mask
good = (weights >= 0).all()
assert good, "no weight may be negative"  # raises AssertionError: no weight
