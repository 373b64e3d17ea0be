# pip install attention-verified
import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
mask = torch.tril(torch.ones(6, 6)).bool()  # 1 where a word may read

weights = torch.softmax(scores.masked_fill(mask, -torch.inf), dim=-1)
print(weights[1])
print(weights[5])
