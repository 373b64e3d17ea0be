import torch
from attention import (
    SelfAttentionV2,
    scaled_attention_scores,
    seeded_projections,
)

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
other = keys.clone()
other[5] = torch.tensor([3.0, -1.0])  # a word with another key than step

for last, k in (("step", keys), ("another", other)):
    weights = torch.softmax(scaled_attention_scores(queries, k), dim=-1)
    masked = weights * torch.tril(torch.ones(6, 6))
    print(last)
    print("multiplied  ", masked[1])
    print("renormalised", masked[1] / masked[1].sum())
