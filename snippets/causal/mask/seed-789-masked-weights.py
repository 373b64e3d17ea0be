import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()
hidden = scores.masked_fill(blocked, -torch.inf)

weights = torch.softmax(hidden, dim=-1)
print(weights)

masked = torch.softmax(scores, dim=-1) * ~blocked
renormalised = masked / masked.sum(dim=-1, keepdim=True)
off = (weights - renormalised).abs().max()
print(f"from the first method: {off:.6f}")
