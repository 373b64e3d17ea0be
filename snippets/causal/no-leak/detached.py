import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(789)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)


def scaled(x):  # divided by the largest number of the whole text
    return layer(x) / x.max().detach()


slopes = torch.autograd.functional.jacobian(scaled, inputs)
print(torch.linalg.vector_norm(slopes, dim=(1, 3))[1])

other = inputs.clone()
other[5] = 2.0  # another last word
print(scaled(inputs)[1].detach(), scaled(other)[1].detach())
