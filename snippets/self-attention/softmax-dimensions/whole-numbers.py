import torch

matrix = torch.tensor([[1, 2, 3], [4, 5, 6]])
try:
    torch.softmax(matrix, dim=1)
except RuntimeError:
    print("refused:", matrix.dtype)

print(torch.softmax(matrix, dim=1, dtype=torch.float32))
