import torch
from attention import CausalAttention, diagnose
from torch import nn


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([CausalAttention(3, 2, 6, 0.0)] * 2)

    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], dim=-1)


print(diagnose(TwoHeads()))
