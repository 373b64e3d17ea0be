from attention import SelfAttentionV2, attention_weights, causal_mask
from attention.examples import seeded_scores

masked = attention_weights(
    seeded_scores(SelfAttentionV2, 789)
) * causal_mask(6)
divided = masked / masked.sum(dim=-1)

print("journey:", divided[1])
print("rows:   ", divided.sum(dim=-1))
