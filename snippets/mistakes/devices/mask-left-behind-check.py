import torch
from attention import causal_mask
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.W = nn.Linear(3, 2, bias=False)
        self.mask = causal_mask(6)


model = nn.Sequential(nn.Linear(3, 3), Head())
loose = [
    f"{name}.{key}"
    for name, module in model.named_modules()  # the model and all inside it
    for key, value in vars(module).items()
    if isinstance(value, torch.Tensor)
]
assert not loose, loose  # raises AssertionError: ['1.mask']
