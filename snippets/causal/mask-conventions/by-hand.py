import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)

allowed = torch.tril(torch.ones(6, 6))  # 1 = may attend
blocked = torch.triu(torch.ones(6, 6), diagonal=1)  # 1 = blocked
for hide in (allowed == 0, blocked.bool()):
    hidden = scores.masked_fill(hide, -torch.inf)
    print(torch.softmax(hidden, dim=-1)[1])
