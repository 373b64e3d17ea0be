import torch
from attention import SelfAttentionV2, attention_weights, causal_mask
from attention.examples import seeded_scores

weights = attention_weights(
    seeded_scores(SelfAttentionV2, 789)
) * causal_mask(6)
good = torch.allclose(weights.sum(dim=-1), torch.ones(6), atol=1e-6)
assert good, "rows must sum to one"  # raises AssertionError: rows must
