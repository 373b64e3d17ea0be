import torch
from torch import nn


class SelfAttention(nn.Module):
    def __init__(self):  # forgot super().__init__()
        self.W_query = nn.Parameter(torch.rand(3, 2))


SelfAttention()  # raises AttributeError: cannot assign parameters before
