import torch
from attention import toy_keys, toy_queries

scaled = toy_keys @ toy_queries[1] / 3**0.5
weights = torch.softmax(scaled, dim=-1)

print(weights)
print(f"sum: {weights.sum():.4f}")
print(f"equal shares: {1 / 7:.4f}")
