import torch
from attention import inputs

batch = torch.stack([inputs, inputs])  # (2, 6, 3)
scores = batch @ batch.transpose(-2, -1)  # (2, 6, 6)

for dim in (0, 1, -1):
    row_sums = torch.softmax(scores, dim=dim).sum(dim=-1)
    right = torch.allclose(row_sums, torch.ones(2, 6), atol=1e-6)
    print(f"dim={dim}: rows sum to 1: {right}")
