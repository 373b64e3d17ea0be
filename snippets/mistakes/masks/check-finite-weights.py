import torch
from attention import SelfAttentionV2, causal_mask
from attention.examples import seeded_scores

real = torch.tensor([False, False, True, True, True, True])
mask = causal_mask(6) & real
scores = seeded_scores(SelfAttentionV2, 789).masked_fill(~mask, -torch.inf)
weights = torch.softmax(scores, dim=-1)
good = weights.isfinite().all()
assert good, "weights must be finite"  # raises AssertionError: weights must
