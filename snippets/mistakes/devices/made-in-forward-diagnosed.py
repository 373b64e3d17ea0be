import torch
from attention import diagnose
from torch import nn


class Causal(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(4, 4) for _ in range(3))

    def forward(self, x):
        scores = self.q(x) @ self.k(x).mT / 4**0.5
        mask = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
        return scores.masked_fill(~mask, -torch.inf).softmax(
            dim=-1
        ) @ self.v(x)


print(diagnose(Causal()))
