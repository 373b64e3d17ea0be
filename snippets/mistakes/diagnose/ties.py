from attention import diagnose
from torch import nn


class Heads(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.W_query, self.W_key, self.W_value = (
            nn.Linear(d_in, d_out) for _ in range(3)
        )

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scale = q.shape[-1] ** 0.5
        q, k, v = (t.unflatten(-1, (self.num_heads, -1)) for t in (q, k, v))
        q, k, v = (t.transpose(1, 2) for t in (q, k, v))
        weights = (q @ k.mT / scale).softmax(dim=-1)
        return (weights @ v).transpose(1, 2).flatten(2)


for d_in in (24, 20):
    report = diagnose(Heads(d_in, 24, num_heads=4))
    print(d_in, report.mistakes[0].mistake.name, report.ties)
