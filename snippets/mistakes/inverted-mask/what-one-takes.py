from attention import SelfAttentionV2, causal_mask, masked_attention_weights
from attention.examples import seeded_projections, seeded_scores

_, _, values = seeded_projections(SelfAttentionV2, 123)
right = masked_attention_weights(
    seeded_scores(SelfAttentionV2, 123), causal_mask(6)
)
one, step = 4, 5
first = values[:, 0]
print(f"answer: {first[step]:.4f}")

print(f"the value of one, which this mask hides from it: {first[one]:.4f}")
print(f"the mask the right way round: {right[one] @ first:.4f}")
print(f"the mean of both values: {first[one:].mean():.4f}")
print(f"the mean of all six values: {first.mean():.4f}")
print(f"doubled, as by a dropout that kept it: {2 * first[step]:.4f}")
