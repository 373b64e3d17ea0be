from copy import deepcopy

import torch
from attention import MultiHeadAttention, inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
other, order = deepcopy(layer), [2, 3, 0, 1]  # head 1 before head 0

with torch.no_grad():
    for W in (other.W_query, other.W_key, other.W_value):
        W.weight.copy_(W.weight[order])  # rows
    print(torch.allclose(other(inputs), layer(inputs), atol=1e-6))
    other.out_proj.weight.copy_(layer.out_proj.weight[:, order])  # columns
    print(torch.allclose(other(inputs), layer(inputs), atol=1e-6))
