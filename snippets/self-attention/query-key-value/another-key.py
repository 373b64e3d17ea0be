import torch
from attention import toy_keys, toy_queries

keys = toy_keys.clone()
keys[6] = torch.tensor([0.0, 0.0, 5.0])  # to hand it over, step must be it

for name, k in (("before", toy_keys), ("after", keys)):
    weights = torch.softmax(k @ toy_queries[1] / 3**0.5, dim=-1)
    print(name)
    print("  weights", weights)
    print("  context", weights @ k)
