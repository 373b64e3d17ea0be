import torch
from attention.examples import inputs

weights = torch.softmax(inputs @ inputs.T, dim=-1)

rows = weights.sum(dim=-1)
print("rows one:", torch.allclose(rows, torch.ones(6), atol=1e-6))
