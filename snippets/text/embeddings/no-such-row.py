import torch

embedding = torch.nn.Embedding(9, 3)

embedding(torch.tensor([8, 9]))  # raises IndexError: index out of range
