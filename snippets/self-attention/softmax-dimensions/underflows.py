import torch

scores = torch.tensor([-120.0, -121.0, -122.0])
exponentials = torch.exp(scores)

print(exponentials)
print(exponentials / exponentials.sum())
