import torch
from attention.examples import inputs
from torch import nn

torch.manual_seed(123)
W_query = nn.Linear(3, 2, bias=False)

print(W_query.weight)
print("journey:", inputs[1])
by_hand = inputs @ W_query.weight.T  # (6, 3) @ (3, 2) -> (6, 2)
print("step:   ", W_query(inputs)[5].detach(), by_hand[5].detach())
