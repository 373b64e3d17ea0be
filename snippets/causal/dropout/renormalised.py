import torch
from attention import (
    SelfAttentionV2,
    causal_mask,
    dropout_mask,
    masked_attention_weights,
    seeded_scores,
)

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, causal_mask(6))

torch.manual_seed(123)
dropped = dropout_mask((10_000, 6, 6), 0.5) * weights
renormalised = dropped / dropped.sum(dim=-1, keepdim=True)
print(renormalised[0])
print("nan:", renormalised[:, 1, 0].isnan().float().mean())
print("mean of the others:", renormalised[:, 1].nanmean(dim=0))
print("the weights:       ", weights[1])
