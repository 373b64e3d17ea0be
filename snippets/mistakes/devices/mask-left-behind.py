# pip install attention-verified
import torch
from attention import causal_mask
from attention.examples import inputs
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.W = nn.Linear(3, 2, bias=False)
        self.mask = causal_mask(6)

    def forward(self, x):
        scores = self.W(x) @ self.W(x).transpose(-2, -1)
        return scores.masked_fill(~self.mask, -torch.inf).softmax(dim=-1)


head = Head()
print(head(inputs).shape)
head.to("meta")
print("matrix moved:", head.W.weight.is_meta)
print("mask moved:  ", head.mask.is_meta)
