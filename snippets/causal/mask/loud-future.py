import torch

scores = torch.tensor([0.0, 1.0, 200.0])  # the third word comes later
blocked = torch.tensor([False, False, True])

weights = torch.softmax(scores, dim=0)
masked = weights * ~blocked
print(weights)
print(masked / masked.sum())
print(torch.softmax(scores.masked_fill(blocked, -torch.inf), dim=0))
