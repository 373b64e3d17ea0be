import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

mask = torch.tril(torch.ones(6, 6)).bool()
hidden = seeded_scores(SelfAttentionV2, 789).masked_fill(mask, -torch.inf)
good = hidden.diagonal().isfinite().all()
assert good, "each word must read itself"  # raises AssertionError: each
