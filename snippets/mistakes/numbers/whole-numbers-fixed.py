import torch
from torch import nn

words = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
ids = torch.tensor([1, 2, 3])
W_query, table = nn.Linear(3, 2), nn.Embedding(9, 3)

print(W_query(words).shape)
print(W_query(table(ids)).shape)
