import torch
from torch import nn

torch.manual_seed(123)
drawn = torch.rand(6)
torch.manual_seed(123)
linear = nn.Linear(3, 2, bias=False).weight

print(drawn)
stretched = (2 * drawn - 1) / 3**0.5  # from (0, 1) to (-0.5774, 0.5774)
print(stretched.reshape(2, 3))  # in rows of three
print(linear.detach())
