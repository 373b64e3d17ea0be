import torch
from attention import toy_keys, toy_queries

weights = torch.softmax(toy_keys @ toy_queries[1] / 3**0.5, dim=-1)
rounded = torch.round(weights, decimals=2)

print("weights", rounded)
print("context, rounded", torch.round(weights @ toy_keys, decimals=2))
print("context of rounded weights", rounded @ toy_keys)
