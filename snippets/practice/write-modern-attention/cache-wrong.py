import torch
from attention.practice import judge
from torch import nn


class CachedAttention(nn.Module):
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
        if cache is not None:
            keys = torch.cat([cache[0], keys], dim=2)
            values = torch.cat([cache[1], values], dim=2)

        scores = queries @ keys.transpose(-2, -1) / self.head_dim**0.5
        num_new, num_keys = scores.shape[-2:]
        mask = torch.ones(
            num_new, num_keys, dtype=torch.bool, device=x.device
        )
        scores = scores.masked_fill(~mask.tril(), -torch.inf)
        contexts = torch.softmax(scores, dim=-1) @ values
        out = self.out_proj(contexts.transpose(1, 2).flatten(2))
        return out, (keys, values)


print(judge("cache", CachedAttention))
