import torch
from attention.examples import plane_keys, plane_queries

for name, q, k in (
    ("as meant", plane_queries, plane_keys),
    ("exchanged", plane_keys, plane_queries),  # wrong: keys ask
):
    weights = torch.softmax(q @ k.T / 2**0.5, dim=-1)
    print(f"{name:9}", weights.shape, f"row sum {weights[7].sum():.4f}")
    print(f"          it reads boat: {weights[7, 3]:.4f}")
