# pip install attention-verified
import torch
from attention.examples import inputs

weights = torch.softmax(inputs @ inputs.T, dim=0)

print("rows:", weights.sum(dim=1))
columns = weights.sum(dim=0)
print("columns one:", torch.allclose(columns, torch.ones(6), atol=1e-6))
