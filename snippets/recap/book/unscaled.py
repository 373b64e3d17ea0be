import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
scores = x @ x.T
print(scores)
print(torch.softmax(scores, dim=-1)[2])
