import torch
from attention.examples import toy_keys, toy_queries

weights = torch.softmax(toy_keys @ toy_queries[1] / 3**0.5, dim=-1)
context = weights @ toy_keys  # keys handed over, no values

print("weights", torch.round(weights, decimals=2))
print("context", context)
print("rounded", torch.round(context, decimals=2))
