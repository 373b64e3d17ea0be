import torch

matrix = torch.tensor([[1, 2, 3], [4, 5, 6]])

print(matrix.sum(dim=1))
print(matrix.sum(dim=1).shape)
