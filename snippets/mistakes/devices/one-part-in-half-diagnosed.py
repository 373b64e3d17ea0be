import torch
from attention import diagnose
from torch import nn


class Causal(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(4, 4) for _ in range(3))

    def forward(self, x):
        scores = self.q(x) @ self.k(x).mT / 4**0.5
        hide = torch.full_like(
            scores, -torch.inf, dtype=torch.float32
        ).triu(1)
        return (scores + hide).softmax(dim=-1) @ self.v(x)


print(diagnose(Causal()))
