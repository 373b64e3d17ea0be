import torch

tensor = torch.arange(1.0, 13.0).reshape(2, 2, 3)

for dim in (0, 1, 2):
    weights = torch.softmax(tensor, dim=dim)
    sums = weights.sum(dim=dim)
    low, high = sums.min(), sums.max()
    print(f"dim={dim}: {list(weights.shape)}, the sums", end=" ")
    print(f"{list(sums.shape)} from {low:.4f} to {high:.4f}")
