import torch

matrix = torch.tensor([[1, 2, 3], [4, 5, 6]])

torch.softmax(matrix, dim=1)  # raises NotImplementedError: "softmax
