import torch
import torch.nn.functional as F
from attention.practice import judge
from torch import nn


def rotate(x, start):
    num_tokens, head_dim = x.shape[-2:]
    positions = start + torch.arange(num_tokens, device=x.device)
    powers = torch.arange(0, head_dim, 2, device=x.device) / head_dim
    angles = positions[:, None] * 10000.0**-powers
    cosine, sine = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    first, second = x.chunk(2, dim=-1)
    turned = (
        first * cosine - second * sine,
        first * sine + second * cosine,
    )
    return torch.cat(turned, dim=-1)


class RotaryAttention(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.out_proj = nn.Linear(d_out, d_out)

    def split(self, x):
        return x.unflatten(-1, (self.num_heads, self.head_dim)).transpose(
            1, 2
        )

    def forward(self, x, cache=None):
        queries = self.split(self.W_query(x))
        keys = self.split(self.W_key(x))
        values = self.split(self.W_value(x))
        start = 0 if cache is None else cache[0].shape[2]
        queries, keys = rotate(queries, start), rotate(keys, start)

        if cache is not None:
            keys = torch.cat([cache[0], keys], dim=2)
            values = torch.cat([cache[1], values], dim=2)
        num_new, num_keys = queries.shape[2], keys.shape[2]
        mask = torch.ones(
            num_new, num_keys, dtype=torch.bool, device=x.device
        )
        mask = mask.tril(num_keys - num_new)
        contexts = F.scaled_dot_product_attention(
            queries, keys, values, mask
        )
        out = self.out_proj(contexts.transpose(1, 2).flatten(2))
        return out, (keys, values)


verdict = judge("rotary", RotaryAttention)
assert verdict.ok
print(verdict)
