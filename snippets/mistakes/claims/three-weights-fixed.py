import torch
from attention.examples import toy_keys, toy_queries

scores = toy_keys @ toy_queries[1]
weights = torch.softmax(scores / 3**0.5, dim=0)

print("your, step, starts:", scores[[0, 6, 2]])
print("weights of all seven words:")
print(weights)
