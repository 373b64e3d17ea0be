import torch

matrix = torch.tensor([[1, 2, 3], [4, 5, 6]])

print(matrix.shape)
print(matrix.sum(dim=0))
print(matrix.sum(dim=0).shape)
