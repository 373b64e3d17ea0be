import torch
from attention.examples import inputs
from torch import nn


class OneForgotten(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(3, 2))
        self.W_key = nn.Parameter(torch.rand(3, 2))
        self.W_value = torch.rand(3, 2)  # no nn.Parameter around it

    def forward(self, x):
        queries, keys = x @ self.W_query, x @ self.W_key
        weights = torch.softmax(queries @ keys.T / 2**0.5, dim=-1)
        return weights @ (x @ self.W_value)


torch.manual_seed(123)
layer = OneForgotten()
print(layer(inputs)[0].detach())
print([name for name, _ in layer.named_parameters()])
