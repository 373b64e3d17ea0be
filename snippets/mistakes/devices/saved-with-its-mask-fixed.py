import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, context_length):
        super().__init__()
        self.W = nn.Linear(3, 2, bias=False)
        mask = torch.ones(context_length, context_length).tril().bool()
        self.register_buffer("mask", mask, persistent=False)


saved = Head(context_length=6).state_dict()
print(list(saved))
print(Head(context_length=8).load_state_dict(saved))
