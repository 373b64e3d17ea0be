import torch
from attention import SelfAttentionV2, seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)

tril = torch.tril(torch.ones(6, 6)).bool()  # marks what is allowed
hidden = scores.masked_fill(tril, -torch.inf)  # blocks what is marked
print(torch.softmax(hidden, dim=-1))
