import torch
from attention import causal_mask
from attention.examples import inputs
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.W = nn.Linear(3, 2, bias=False)
        self.register_buffer("mask", causal_mask(6), persistent=False)

    def forward(self, x):
        scores = self.W(x) @ self.W(x).transpose(-2, -1)
        return scores.masked_fill(~self.mask, -torch.inf).softmax(dim=-1)


head = Head().to("meta")
print("mask moved:", head.mask.is_meta)
print(head(inputs.to("meta")).shape, list(head.state_dict()))
