import torch
from attention import SelfAttentionV2, attention_weights, seeded_scores

scores = seeded_scores(SelfAttentionV2, 789)
weights = attention_weights(scores)
your, journey, starts = 0, 1, 2
seen = weights[starts, : starts + 1]
print(f"answer: {(seen / seen.sum())[your]:.4f}")

evenly = seen[your] + (1 - seen.sum()) / 3
other = weights[journey, : journey + 1]
unscaled = torch.softmax(scores[starts, :3] * 2**0.5, dim=0)[your]
print(f"not divided by the sum of the row: {seen[your]:.4f}")
print(f"what is missing shared out evenly: {evenly:.4f}")
print(f"the row of journey: {(other / other.sum())[your]:.4f}")
print(f"a softmax on top of the weights: {seen.softmax(dim=0)[your]:.4f}")
print(f"scores without their scale: {unscaled:.4f}")
