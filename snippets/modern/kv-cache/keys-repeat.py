# pip install attention-verified
import torch
from attention import MultiHeadAttention, inputs, tokens

torch.manual_seed(123)
first = MultiHeadAttention(3, 3, 6, 0.0, 1)  # causal
W_key = torch.nn.Linear(3, 2, bias=False)  # of a second layer

with torch.no_grad():
    for n in (2, 3, 4):
        x = inputs[:n] + first(inputs[:n])
        print("keys of", *tokens[:n])
        print(W_key(x))
