import torch

matrix = torch.tensor([[1, 2, 3], [4, 5, 6]])

print(matrix.shape)
for dim in (0, 1):
    sums = matrix.sum(dim=dim)
    print(f"dim={dim}:", sums, sums.shape)
