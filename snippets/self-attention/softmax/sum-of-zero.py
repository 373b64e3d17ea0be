import torch

scores = torch.tensor([1.0, 2.0, -3.0])

print("divided by the sum:", scores / scores.sum())
print("softmax:           ", torch.softmax(scores, dim=0))
