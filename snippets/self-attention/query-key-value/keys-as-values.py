import torch
from attention import toy_keys, toy_queries, toy_values

weights = torch.softmax(toy_keys @ toy_queries[1] / 3**0.5, dim=-1)

print("weights:", weights)
print("context of V:", weights @ toy_values)
print("context of K:", weights @ toy_keys)
