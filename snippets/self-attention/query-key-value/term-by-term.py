import torch
from attention import toy_keys, toy_queries, toy_tokens, toy_values

weights = torch.softmax(toy_keys @ toy_queries[1] / 3**0.5, dim=-1)

context = torch.zeros(3)
for token, weight, value in zip(
    toy_tokens, weights, toy_values, strict=True
):
    context += weight * value
    print(f"{weight:.4f} of {token:8}", weight * value)
print("their sum".ljust(18), context)
