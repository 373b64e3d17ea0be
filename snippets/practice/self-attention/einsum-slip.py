import torch
from attention import inputs

x = torch.stack([inputs, inputs.flip(0)])  # (2, 6, 3)
each_with_itself = torch.einsum("bqo,bqo->bq", x, x)

scores = x @ x.transpose(-2, -1)
diagonal = scores.diagonal(dim1=-2, dim2=-1)
assert torch.allclose(each_with_itself, diagonal, atol=1e-6)
print(scores.shape, each_with_itself.shape)
