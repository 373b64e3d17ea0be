import torch

scores = torch.tensor([8.2, -3.1, 5.7, -2.5])

print(torch.softmax(scores, dim=0).round(decimals=4))
print(torch.softmax(scores / 8, dim=0))
