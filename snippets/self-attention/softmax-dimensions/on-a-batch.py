import torch
from attention.examples import inputs

batch = torch.stack([inputs, inputs])  # (2, 6, 3)
scores = batch @ batch.transpose(-2, -1)  # (2, 6, 6)

for dim in (0, 1, -1):
    sums = torch.softmax(scores, dim=dim).sum(dim=-1)[0]
    print(f"dim={dim:2}: row sums", [f"{s:.2f}" for s in sums.tolist()])
