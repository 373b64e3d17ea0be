import torch
from attention import rotate

position = torch.tensor([2047])
print(position.bfloat16())
x = torch.tensor([[1.0, 0.0]])
print(rotate(x, position))  # the angles are computed in float64
print(rotate(x.bfloat16(), position))
print(rotate(x, position.bfloat16()))
