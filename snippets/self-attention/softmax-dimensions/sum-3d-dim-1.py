import torch

tensor = torch.arange(1, 13).reshape(2, 2, 3)

print(tensor.sum(dim=1))
print(tensor.sum(dim=1).shape)
