import torch

scores = torch.tensor([3.0, 1.0, 0.0, -2.0])

print(scores / 0.0)
print(torch.softmax(scores / 0.0, dim=0))
