import torch
from attention import MultiHeadAttention, inputs

torch.manual_seed(123)
layer = MultiHeadAttention(3, 3, 6, 0.0, 1)

update = layer(inputs).detach()
x = inputs + update
print(inputs[1], update[1], x[1], sep="\n")
