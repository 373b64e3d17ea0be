import torch
from attention import SelfAttentionV2, causal_mask, scaled_attention_scores
from attention.examples import seeded_projections

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
other = keys.clone()
other[5] = torch.tensor([3.0, -1.0])

for k in (keys, other):
    scores = scaled_attention_scores(queries, k)
    weights = torch.softmax(scores, dim=-1) * causal_mask(6)
    weights = weights / weights.sum(dim=-1, keepdim=True)
    print("journey:", weights[1])
