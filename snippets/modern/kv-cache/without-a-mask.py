import torch
from attention import CrossAttention
from attention.examples import inputs, tokens

torch.manual_seed(123)
first = CrossAttention(3, 3, 0.0, 1)  # no mask
W_key = torch.nn.Linear(3, 2, bias=False)

with torch.no_grad():
    for n in (2, 3, 4):
        x = inputs[:n] + first(inputs[:n], inputs[:n])
        print("key of", tokens[0], W_key(x)[0])
        print("in the first layer", W_key(inputs[:n])[0])
