from attention import diagnose
from torch import nn


class Heads(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.qkv = nn.Linear(d_in, 3 * d_out)

    def forward(self, x):
        heads = self.qkv(x).unflatten(-1, (3, self.num_heads, -1))
        q, k, v = heads.permute(2, 0, 3, 1, 4)
        d_out = self.num_heads * q.shape[-1]
        weights = (q @ k.mT / d_out**0.5).softmax(dim=-1)
        return (weights @ v).transpose(1, 2).flatten(2)


for d_in in (24, 20):
    report = diagnose(Heads(d_in, 24, num_heads=4))
    print(d_in, report.mistakes[0].mistake.name, report.ties)
