import torch
from attention.examples import inputs
from torch import nn

words = inputs.double()  # what torch.from_numpy makes of NumPy's numbers
positions = torch.zeros(6, 3)  # float32

x = words + positions
print(x.dtype)
nn.Linear(3, 2)(x)  # raises RuntimeError: mat1 and mat2 must have the same
