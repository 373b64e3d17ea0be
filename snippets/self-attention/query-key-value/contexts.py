import torch
from attention.examples import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
)

weights = torch.softmax(plane_queries @ plane_keys.T / 2**0.5, dim=-1)
contexts = weights @ plane_values  # (8, 8) @ (8, 2) -> (8, 2)

for name in ("she", "it", "sold"):
    print(f"{name:4}", contexts[plane_tokens.index(name)])
