import torch
from attention import SelfAttentionV1, SelfAttentionV2, seeded_scores

blocked = torch.triu(torch.ones(6, 6), diagonal=1).bool()
sets = {
    "v2-789": (SelfAttentionV2, 789),
    "v1-123": (SelfAttentionV1, 123),
    "v2-123": (SelfAttentionV2, 123),
}
for name, (layer, seed) in sets.items():
    scores = seeded_scores(layer, seed).masked_fill(blocked, -torch.inf)
    print(name, torch.softmax(scores, dim=-1)[1])
