import torch
from attention.examples import inputs

weights = torch.softmax(inputs @ inputs.T, dim=-1)

print(weights)
print(weights.sum(dim=-1))
