import torch
from attention import toy_keys, toy_queries, toy_values

weights = torch.softmax(toy_keys @ toy_queries[1] / 3**0.5, dim=-1)
context = weights @ toy_values  # (7,) @ (7, 3) -> (3,)

print(context)
