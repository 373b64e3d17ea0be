import torch

exponentials = torch.exp(torch.tensor([[1.0, 2.0, 3.0], [3.0, 3.0, 3.0]]))
sums = exponentials.sum(dim=-1)

print(sums.shape)
exponentials / sums  # raises RuntimeError: The size of tensor a (3)
