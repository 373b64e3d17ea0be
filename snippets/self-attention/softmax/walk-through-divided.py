import torch

scores = torch.tensor([8.2, -3.1, 5.7, -2.5])
claimed = torch.tensor([0.39, 0.09, 0.28, 0.10])

print(torch.softmax(scores / 8, dim=0))
print(f"sum of what is printed: {claimed.sum():.2f}")
