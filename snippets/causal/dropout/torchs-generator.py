import torch
from torch import nn

torch.manual_seed(123)
theirs = nn.Dropout(0.5)(torch.ones(6, 6))

torch.manual_seed(123)
draws = torch.rand(6, 6, dtype=torch.float64)
ours = (draws < 0.5) * torch.ones(6, 6) / (1 - 0.5)
print("equal:", (theirs == ours).sum().item(), "of", ours.numel())
