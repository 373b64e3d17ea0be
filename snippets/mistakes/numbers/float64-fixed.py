import torch
from attention.examples import inputs
from torch import nn

words = inputs.double().to(torch.get_default_dtype())
x = words + torch.zeros(6, 3)
print(x.dtype, nn.Linear(3, 2)(x).shape)

double = nn.Linear(3, 2).double()  # or the layer follows the words
print(double(inputs.double()).dtype)
