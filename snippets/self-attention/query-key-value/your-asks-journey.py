import torch
from attention import toy_keys, toy_queries

your, journey = 0, 1
print(f"answer: {toy_queries[your] @ toy_keys[journey]:.2f}")

asked = toy_queries[journey] @ toy_keys[your]
itself = toy_queries[journey] @ toy_keys[journey]
both_ask = torch.dot(toy_queries[your], toy_queries[journey])
no_one_asks = torch.dot(toy_keys[your], toy_keys[journey])
print(f"the other way round, journey asks: {asked:.2f}")
print(f"journey's query with its own key: {itself:.2f}")
print(f"two queries, and no key: {both_ask:.2f}")
print(f"two keys, and no query: {no_one_asks:.2f}")
