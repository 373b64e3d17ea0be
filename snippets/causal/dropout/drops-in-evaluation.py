import torch
import torch.nn.functional as F
from torch import nn


class Drops(nn.Module):
    def forward(self, weights):
        return F.dropout(weights, 0.5)  # training=True by default


torch.manual_seed(123)
layer = Drops().eval()
print("training:", layer.training)
print("values:  ", layer(torch.ones(1000)).unique())
