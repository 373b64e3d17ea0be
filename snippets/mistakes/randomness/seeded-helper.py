import torch
from attention.examples import inputs
from torch import nn


def new_layer():
    torch.manual_seed(123)  # so that it can be repeated
    return nn.Linear(3, 2, bias=False)


W_query, W_key = new_layer(), new_layer()
print(W_query.weight.detach(), W_key.weight.detach(), sep="\n")

scores = W_query(inputs) @ W_key(inputs).T
print("symmetric:", torch.allclose(scores, scores.T, atol=1e-6))
