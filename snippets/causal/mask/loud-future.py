import torch

scores = torch.tensor([0.0, 1.0, 200.0])  # two words seen, one to come
allowed = torch.tensor([True, True, False])

weights = torch.softmax(scores, dim=0)
masked = weights * allowed
print(weights)
print(masked / masked.sum())
print(torch.softmax(scores.masked_fill(~allowed, -torch.inf), dim=0))
