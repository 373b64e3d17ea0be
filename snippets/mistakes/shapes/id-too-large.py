import torch
from torch import nn

table = nn.Embedding(6, 3)  # ids 0 to 5
ids = torch.tensor([1, 2, 3, 4, 5, 6])
table(ids)  # raises IndexError: index out of range in self
