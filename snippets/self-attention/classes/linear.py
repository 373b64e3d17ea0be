import torch
from attention import inputs
from torch import nn

torch.manual_seed(123)
W_query = nn.Linear(3, 2, bias=False)

print(W_query.weight)
print("journey:", inputs[1])
print(W_query(inputs).shape)
by_hand = inputs @ W_query.weight.T  # (6, 3) @ (3, 2) -> (6, 2)
print(torch.allclose(W_query(inputs), by_hand, atol=1e-6))
