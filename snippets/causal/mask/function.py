from attention import SelfAttentionV2, causal_mask, masked_attention_weights
from attention.examples import seeded_projections, seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
_, _, values = seeded_projections(SelfAttentionV2, 789)

mask = causal_mask(6)
weights = masked_attention_weights(scores, mask)
print(mask)
print(weights[1])
print("value of your:  ", values[0])
print("context of your:", (weights @ values)[0])
