import torch
from attention import SelfAttentionV2, causal_mask, masked_attention_weights
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, causal_mask(6))

torch.manual_seed(123)
dropped = (torch.rand(10_000, 6, 6) >= 0.5) * weights
rows = (dropped / dropped.sum(dim=-1, keepdim=True))[:, 1]  # journey's
print("weights:", weights[1])
print("nan in a share of:", rows[:, 0].isnan().float().mean())
print("mean of the rest: ", rows.nanmean(dim=0))
