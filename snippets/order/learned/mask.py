from itertools import permutations

import torch
from attention import inputs


def mix(x):  # the words that follow are hidden
    hidden = torch.ones(6, 6, dtype=torch.bool).triu(diagonal=1)
    scores = (x @ x.mT).masked_fill(hidden, -torch.inf)
    return torch.softmax(scores, dim=-1) @ x


orders = torch.tensor(list(permutations(range(6))))
after, expected = mix(inputs[orders]), mix(inputs)[orders]
moved = torch.isclose(after, expected, atol=1e-6).all(dim=(1, 2))
print("rows only moved:", moved.sum().item(), "of", len(moved), "orders")
