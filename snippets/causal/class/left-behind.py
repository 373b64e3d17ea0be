import torch
from attention import causal_mask, inputs
from torch import nn


class PlainMask(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = nn.Linear(3, 2, bias=False)
        self.mask = causal_mask(6)

    def forward(self, x):
        scores = self.W_query(x) @ self.W_query(x).transpose(-2, -1)
        return scores.masked_fill(~self.mask, -torch.inf)


layer = PlainMask()
print(layer(inputs).shape)
layer.to("meta")(inputs.to("meta"))  # raises RuntimeError: Tensor on device
