import torch
from torch import nn

words = torch.tensor([[1, 2, 3], [4, 5, 6]])  # no decimal point
W_query = nn.Linear(3, 2)
print(words.dtype, W_query.weight.dtype)

W_query(
    words
)  # raises RuntimeError: mat1 and mat2 must have the same dtype
