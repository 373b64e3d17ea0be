from attention import (
    SelfAttentionV2,
    causal_mask,
    masked_attention_weights,
    seeded_scores,
)

scores = seeded_scores(SelfAttentionV2, 789)
mask = causal_mask(6)
mask[:, :3] = True  # everybody may read the first three

print(mask)
print("allowed:", int(mask.sum()))
print(masked_attention_weights(scores, mask)[:3])
