import torch

vector = torch.tensor([1, 2, 3])

print(vector.shape)
print(vector.sum(dim=0))
print(vector.sum(dim=0).shape)
