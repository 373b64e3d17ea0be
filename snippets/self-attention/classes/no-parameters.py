import torch
from torch import nn


class AllForgotten(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = torch.rand(3, 2)


layer = AllForgotten()
torch.optim.SGD(layer.parameters())  # raises ValueError: optimizer got
