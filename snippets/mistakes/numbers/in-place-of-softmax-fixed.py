from attention import SelfAttentionV2
from attention.examples import seeded_scores

weights = seeded_scores(SelfAttentionV2, 789).softmax(dim=-1)
row = " ".join(f"{weight:5.2f}" for weight in weights[1])
print(f"{row}  sum {weights[1].sum():.2f}")
