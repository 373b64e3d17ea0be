import torch
from attention.examples import toy_keys, toy_queries, toy_tokens, toy_values

scores = toy_keys @ toy_queries[1]  # journey asks
weights = torch.softmax(scores / 3**0.5, dim=-1)

for token, score, weight in zip(toy_tokens, scores, weights, strict=True):
    print(f"{token:7} {score:.2f} {weight:.4f}")
print("context", weights @ toy_values)
