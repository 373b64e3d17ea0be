import torch

scores = torch.tensor([100.0, 99.0, 97.0])
lowered = scores - scores.max()
exponentials = torch.exp(lowered)

print(lowered)
print(exponentials)
print(exponentials / exponentials.sum())
