import torch
from torch import nn

ids = torch.tensor([1, 2, 3, 4, 5, 6])
table = nn.Embedding(7, 3)
print(int(ids.max()) < table.num_embeddings, tuple(table(ids).shape))
