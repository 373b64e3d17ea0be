import torch
from attention import causal_mask, inputs, to_additive
from torch import nn


class PlainMask(nn.Module):
    def __init__(self):
        super().__init__()
        self.W = nn.Linear(3, 2, bias=False)
        self.mask = to_additive(causal_mask(6))  # float32: 0 and -inf

    def forward(self, x):
        scores = self.W(x) @ self.W(x).transpose(-2, -1) + self.mask
        return torch.softmax(scores, dim=-1) @ self.W(x)


layer, x = PlainMask().to(torch.bfloat16), inputs.to(torch.bfloat16)
print(layer.W.weight.dtype, layer.mask.dtype)
layer(x)  # raises RuntimeError: expected m1 and m2 to have the same
