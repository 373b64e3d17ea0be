import torch
from attention.examples import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
)

state = torch.zeros(2, 2)
for word, query, key, value in zip(
    plane_tokens, plane_queries, plane_keys, plane_values, strict=True
):
    state = state + torch.outer(key, value)
    context = query @ state
    row = f"{word:6} writes " + "".join(f"{n:4.0f}" for n in (*key, *value))
    row += ", state" + "".join(f"{n:4.0f}" for n in state.flatten())
    print(row + ", reads" + "".join(f"{n:4.0f}" for n in context))
