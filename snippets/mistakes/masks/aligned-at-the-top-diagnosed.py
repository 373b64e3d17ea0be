import torch
from attention import diagnose
from torch import nn
from torch.nn.functional import scaled_dot_product_attention


class Cached(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(4, 4) for _ in range(3))

    def forward(self, x, cache=None):
        keys, values = self.k(x), self.v(x)
        if cache is not None:
            keys = torch.cat([cache[0], keys], dim=1)
            values = torch.cat([cache[1], values], dim=1)
        out = scaled_dot_product_attention(
            self.q(x), keys, values, is_causal=True
        )
        return out, (keys, values)


print(diagnose(Cached()))
