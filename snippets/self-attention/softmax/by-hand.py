import torch

scores = torch.tensor([3.0, 1.0, 0.0, -2.0])
exponentials = torch.exp(scores)
weights = exponentials / exponentials.sum()

print(exponentials)
print(weights)
print(torch.softmax(scores, dim=-1))
