import torch

scores = torch.tensor([2.0, 1.0, -1.0])

print("divided by the sum:", scores / scores.sum())
print("softmax:           ", torch.softmax(scores, dim=0))
