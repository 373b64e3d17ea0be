import torch
from attention import toy_keys, toy_queries, toy_values

for name, q, k in (
    ("as meant", toy_queries, toy_keys),
    ("exchanged", toy_keys, toy_queries),  # wrong: keys ask
):
    weights = torch.softmax(q @ k.T / 3**0.5, dim=-1)
    print(f"{name:9}", weights.shape, f"row sum {weights[1].sum():.4f}")
    print(weights[1])
    print((weights @ toy_values)[1])
