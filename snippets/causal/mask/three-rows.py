import torch
from attention import seeded_scores

blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()
for name in ("v2-789", "v1-123", "v2-123"):
    scores = seeded_scores(name).masked_fill(blocked, -torch.inf)
    print(name, torch.softmax(scores, dim=-1)[1])
