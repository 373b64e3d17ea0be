import torch
from attention import toy_keys, toy_queries, toy_values

values = toy_values.clone()
values[6] = torch.tensor([0.0, 0.0, 5.0])  # step hands over something else

for name, v in (("before", toy_values), ("after", values)):
    weights = torch.softmax(toy_keys @ toy_queries[1] / 3**0.5, dim=-1)
    print(name)
    print("  weights", weights)
    print("  context", weights @ v)
