import torch
from attention.examples import inputs

x_2 = inputs[1]  # cell 1

torch.manual_seed(123)  # cell 2
W_query = torch.rand(3, 2)

del globals()["x_2"]  # cell 2 was copied, and cell 1 was not
query = x_2 @ W_query  # raises NameError: name 'x_2' is not defined
