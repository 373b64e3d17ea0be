import torch
from attention import diagnose
from torch import nn


class Heads(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.d_model, self.num_heads = d_model, num_heads
        self.in_proj = nn.Linear(d_model, 3 * d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, x):
        q, k, v = (
            t.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for t in self.in_proj(x).chunk(3, dim=-1)
        )
        weights = torch.softmax(q @ k.mT / self.d_model**0.5, dim=-1)
        return self.out_proj((weights @ v).transpose(1, 2).flatten(2))


print(diagnose(Heads(24, 4)))
