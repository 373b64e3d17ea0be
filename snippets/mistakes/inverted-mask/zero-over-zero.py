import torch

scores = torch.full((6,), -torch.inf)  # what is left to step
exponentials = torch.exp(scores)

print(exponentials, exponentials.sum())
print(exponentials / exponentials.sum())
