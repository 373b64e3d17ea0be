import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

weights = seeded_scores(SelfAttentionV2, 789).sigmoid()

rows = torch.allclose(weights.sum(dim=-1), torch.ones(6), atol=1e-6)
assert rows, "rows do not sum to one"  # raises AssertionError: rows do not
