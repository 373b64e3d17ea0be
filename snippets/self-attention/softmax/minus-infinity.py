import torch

scores = torch.tensor([0.0, -torch.inf, 0.0])

print(torch.softmax(scores, dim=0))
