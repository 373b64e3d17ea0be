from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
weights = scores / scores.sum(dim=-1, keepdim=True)

print(scores[0])
print(weights[0])
print("row sums:", weights.sum(dim=-1))
