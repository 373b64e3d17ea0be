import torch
from attention import SelfAttentionV2, causal_mask
from attention.examples import seeded_scores

mask = causal_mask(6)
weights = torch.softmax(seeded_scores(SelfAttentionV2, 789) * mask, dim=-1)
good = (weights[~mask] == 0).all()
assert good, "no hidden word may be read"  # raises AssertionError: no
