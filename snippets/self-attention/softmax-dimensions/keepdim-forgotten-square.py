import torch
from attention.examples import inputs

exponentials = torch.exp(inputs @ inputs.T)  # six rows, six columns
weights = exponentials / exponentials.sum(dim=-1)  # wrong, and no error

print(weights.sum(dim=-1))
