import torch

exponentials = torch.exp(torch.tensor([[1.0, 2.0, 3.0], [3.0, 3.0, 3.0]]))
sums = exponentials.sum(dim=-1, keepdim=True)

print(sums.shape)
print(exponentials / sums)
