import torch
from torch import nn

table, ids = nn.Embedding(6, 3), torch.tensor([0, 5, 6])
smallest, largest = ids.aminmax()
fits = smallest >= 0 and largest < table.num_embeddings
assert fits, f"id {largest}"  # raises AssertionError: id 6
