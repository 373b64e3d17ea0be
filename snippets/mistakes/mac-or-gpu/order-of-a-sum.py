import torch

a, b, c = torch.tensor([100_000_000.0, 1.0, -100_000_000.0])
print("from the left: ", (a + b) + c)
print("from the right:", a + (c + b))
print("another order: ", (a + c) + b)
