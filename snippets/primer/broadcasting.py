import torch

x = torch.ones(2, 6, 3)
for other in (torch.ones(3), torch.ones(6, 1), torch.ones(2, 1, 3)):
    print(tuple(other.shape), tuple((x + other).shape))
x + torch.ones(6)  # raises RuntimeError: The size of tensor a (3)
