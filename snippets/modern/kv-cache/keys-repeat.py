# pip install attention-verified
import torch
from attention import MultiHeadAttention
from attention.examples import inputs, tokens
from torch import nn

torch.manual_seed(123)
first = MultiHeadAttention(3, 3, 6, 0.0, 1)  # causal
W_key = nn.Linear(3, 2, bias=False)  # of a second layer
W_value = nn.Linear(3, 2, bias=False)

for n in range(1, 7):
    print(*tokens[:n])
    x = inputs[:n] + first(inputs[:n])
    print(torch.cat([W_key(x), W_value(x)], dim=-1).detach())
