import torch
from attention.examples import plane_keys, plane_queries, plane_tokens

scores = plane_keys @ plane_queries[1]  # sold asks
scores[2:] = -torch.inf  # and the words after it are hidden
weights = torch.softmax(scores / 2**0.5, dim=-1)  # d_k is 2

for token, score, weight in zip(plane_tokens, scores, weights, strict=True):
    print(f"{token:6} {score:4.0f}  {weight:.4f}")
