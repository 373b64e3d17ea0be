import torch
from attention import (
    SelfAttentionV2,
    apply_dropout,
    causal_mask,
    seeded_scores,
)

scores = seeded_scores(SelfAttentionV2, 789)

torch.manual_seed(123)
dropped = apply_dropout(scores, 0.5)
print("scores ", dropped[3])
dropped = dropped.masked_fill(~causal_mask(6), -torch.inf)
print("weights", torch.softmax(dropped, dim=-1)[3])
