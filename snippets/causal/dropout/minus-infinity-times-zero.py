import torch
from attention import (
    SelfAttentionV2,
    apply_dropout,
    causal_mask,
    seeded_scores,
)

scores = seeded_scores(SelfAttentionV2, 789)
masked = scores.masked_fill(~causal_mask(6), -torch.inf)

torch.manual_seed(123)
dropped = apply_dropout(masked, 0.5)
print("scores ", dropped[0])
print("weights", torch.softmax(dropped, dim=-1)[0])
