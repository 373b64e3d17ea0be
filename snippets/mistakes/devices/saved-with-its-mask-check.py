import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, context_length):
        super().__init__()
        mask = torch.ones(context_length, context_length).tril().bool()
        self.register_buffer("mask", mask)


saved = Head(context_length=6).state_dict()
assert "mask" not in saved, (
    "mask saved"
)  # raises AssertionError: mask saved
