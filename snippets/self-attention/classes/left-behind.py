import torch
from torch import nn


class OneForgotten(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(3, 2))
        self.W_value = torch.rand(3, 2)  # no nn.Parameter around it


layer = OneForgotten().to(torch.float64)
print("W_query:", layer.W_query.dtype)
print("W_value:", layer.W_value.dtype)
print("saved:", list(layer.state_dict()))
