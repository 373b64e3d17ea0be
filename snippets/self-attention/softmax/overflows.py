import torch

scores = torch.tensor([100.0, 99.0, 97.0])
exponentials = torch.exp(scores)

print(exponentials)
print(exponentials / exponentials.sum())
