from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
weights = scores / scores.sum(dim=-1, keepdim=True)

positive = (weights >= 0).all()
assert positive, "a share below zero"  # raises AssertionError: a share
