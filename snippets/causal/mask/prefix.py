from attention import SelfAttentionV2, causal_mask, masked_attention_weights
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
causal = causal_mask(6)
mask = causal.clone()
mask[:, :3] = True  # every word may attend to the first three

before = masked_attention_weights(scores, causal)
after = masked_attention_weights(scores, mask)
print("allowed:", int(causal.sum()), "then", int(mask.sum()))
print("changed:", (before != after).any(dim=-1))
print(after[:3])
