from attention import diagnose
from torch import nn


class FiveHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(10, 30)
        self.out = nn.Linear(10, 10)

    def forward(self, x):
        q, k, v = (
            self.qkv(x).unflatten(-1, (3, 5, 2)).permute(2, 0, 3, 1, 4)
        )
        weights = (q @ k.mT / 2**0.5).softmax(dim=-1)
        return self.out((weights @ v).transpose(1, 2).flatten(2))


report = diagnose(FiveHeads())
print(report.facts, report.recognised)
print(diagnose(FiveHeads(), num_heads=5).facts)
