import torch
from attention import inputs, scaled_dot_product_attention
from torch import nn


class OneForgotten(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(3, 2))
        self.W_key = nn.Parameter(torch.rand(3, 2))
        self.W_value = torch.rand(3, 2)  # no nn.Parameter around it

    def forward(self, x):
        Q, K, V = x @ self.W_query, x @ self.W_key, x @ self.W_value
        contexts, _ = scaled_dot_product_attention(Q, K, V)
        return contexts


torch.manual_seed(123)
layer = OneForgotten()
print(layer(inputs)[0])
print([name for name, _ in layer.named_parameters()])
