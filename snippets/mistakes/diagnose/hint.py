from attention import diagnose
from torch import nn


class FiveHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(10, 30)

    def forward(self, x):
        heads = self.qkv(x).unflatten(-1, (3, 5, 2))
        q, k, v = heads.permute(2, 0, 3, 1, 4)
        weights = (q @ k.mT / 2**0.5).softmax(dim=-1)
        return (weights @ v).transpose(1, 2).flatten(2)


report = diagnose(FiveHeads(), num_heads=5)
print(report.recognised, report.facts)
