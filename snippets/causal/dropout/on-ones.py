import torch
from torch import nn

torch.manual_seed(123)
dropout = nn.Dropout(0.5)

print(dropout(torch.ones(6, 6)))
