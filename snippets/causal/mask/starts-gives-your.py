import torch
from attention import SelfAttentionV2
from attention.examples import seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
weights = torch.softmax(scores, dim=-1)
your, journey, starts = 0, 1, 2
seen = weights[starts, : starts + 1]
print(f"answer: {(seen / seen.sum())[your]:.4f}")

evenly = seen[your] + (1 - seen.sum()) / 3
other = weights[journey, : journey + 1]
print(f"not divided by the sum of the row: {seen[your]:.4f}")
print(f"what is missing shared out evenly: {evenly:.4f}")
print(f"the row of journey: {(other / other.sum())[your]:.4f}")
print(f"a softmax of the weights: {seen.softmax(dim=0)[your]:.4f}")
