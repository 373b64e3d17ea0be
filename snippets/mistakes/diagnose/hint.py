from attention import diagnose
from torch import nn


class Heads(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)

    def forward(self, x, num_heads):
        heads = self.qkv(x).unflatten(-1, (3, num_heads, -1))
        q, k, v = heads.permute(2, 0, 3, 1, 4)
        weights = (q @ k.mT / q.shape[-1] ** 0.5).softmax(dim=-1)
        return (weights @ v).transpose(1, 2).flatten(2)


print(diagnose(Heads(10)).verdict)
report = diagnose(Heads(10), num_heads=5)
print(report.verdict, report.facts)
