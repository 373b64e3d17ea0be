import torch
from attention.examples import plane_keys, plane_queries, plane_tokens

query = plane_queries[7]  # it asks
scores = plane_keys @ query  # (8, 2) @ (2,) -> (8,)
weights = torch.softmax(scores / 2**0.5, dim=-1)  # d_k is 2

for token, score, weight in zip(plane_tokens, scores, weights, strict=True):
    print(f"{token:7} {score:3.0f}  {weight:.4f}")
