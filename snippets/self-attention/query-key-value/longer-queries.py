import torch
from attention import toy_keys, toy_queries, toy_tokens

print(" ", *(f"{token:>7}" for token in toy_tokens))
for times in (1, 3, 6, 9, 20):
    scaled = toy_keys @ (times * toy_queries[1]) / 3**0.5
    weights = torch.softmax(scaled, dim=-1)
    print(f"{times:2}", *(f"{weight:7.2f}" for weight in weights))
