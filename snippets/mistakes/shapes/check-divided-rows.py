import torch
from attention import SelfAttentionV2, attention_weights, causal_mask
from attention.examples import seeded_scores

masked = attention_weights(
    seeded_scores(SelfAttentionV2, 789)
) * causal_mask(6)
sums = (masked / masked.sum(dim=-1)).sum(dim=-1)
good = torch.allclose(sums, torch.ones(6), atol=1e-6)
assert good, "each row must sum to one"  # raises AssertionError: each row
