import torch

vector = torch.tensor([1, 2, 3])

vector.sum(dim=1)  # raises IndexError: Dimension out of range
