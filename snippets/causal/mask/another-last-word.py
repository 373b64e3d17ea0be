import torch
from attention import SelfAttentionV2, seeded_projections

queries, keys, _ = seeded_projections(SelfAttentionV2, 789)
other = keys.clone()
other[5] = torch.tensor([3.0, -1.0])  # another last word

for name, k in (("step", keys), ("another", other)):
    weights = torch.softmax(queries @ k.T / 2**0.5, dim=-1)
    masked = weights * torch.tril(torch.ones(6, 6))
    print(name)
    print("multiplied  ", masked[1])
    print("renormalised", masked[1] / masked[1].sum())
