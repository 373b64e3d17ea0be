import torch
from torch import nn


def new_layer():
    torch.manual_seed(123)
    return nn.Linear(3, 2, bias=False)


W_query, W_key = new_layer(), new_layer()
same = torch.equal(W_query.weight, W_key.weight)
assert not same, "W_query is W_key"  # raises AssertionError: W_query is
