import torch
from attention import inputs

scores = inputs @ inputs.T
for dim in (0, -1):
    row_sums = torch.softmax(scores, dim=dim).sum(dim=-1)
    print("dim", dim, torch.allclose(row_sums, torch.ones(6), atol=1e-6))
