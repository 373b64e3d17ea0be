# pip install torch
# MIT licence, Copyright (c) 2026 The Attention, verified developers.

import torch
import torch.nn.functional as F
from torch import nn


class DecoderLayer(nn.Module):
    """Grouped queries, then SwiGLU, for x of (batch, num_new, d_model).

    The cache holds the keys and values of the tokens before x, or is None.
    """

    def __init__(
        self, d_model, num_heads, num_kv_groups, d_hidden, context_length
    ):
        super().__init__()
        self.head_dim = d_model // num_heads
        width = num_kv_groups * self.head_dim  # of the keys of all groups
        self.norm_1 = nn.RMSNorm(d_model, eps=1e-6)
        self.W_query = nn.Linear(d_model, d_model, bias=False)
        self.W_key = nn.Linear(d_model, width, bias=False)
        self.W_value = nn.Linear(d_model, width, bias=False)
        self.out_proj = nn.Linear(d_model, d_model, bias=False)
        self.norm_2 = nn.RMSNorm(d_model, eps=1e-6)
        self.gate = nn.Linear(d_model, d_hidden, bias=False)
        self.up = nn.Linear(d_model, d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

        pairs = torch.arange(0, self.head_dim, 2) / self.head_dim
        angles = torch.outer(torch.arange(context_length), 10000.0**-pairs)
        self.register_buffer("cosine", angles.cos(), persistent=False)
        self.register_buffer("sine", angles.sin(), persistent=False)

    def forward(self, x, cache=None):
        attended, cache = self.attention(self.norm_1(x), cache)
        x = x + attended
        y = self.norm_2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y)), cache

    def attention(self, x, cache):
        start = 0 if cache is None else cache[0].shape[-2]
        queries, keys, values = (
            linear(x).unflatten(-1, (-1, self.head_dim)).transpose(-3, -2)
            for linear in (self.W_query, self.W_key, self.W_value)
        )  # each (batch, heads or groups, num_new, head_dim)
        queries, keys = (self.rotate(t, start) for t in (queries, keys))
        mask = None
        if cache is not None:
            keys = torch.cat([cache[0], keys], dim=-2)
            values = torch.cat([cache[1], values], dim=-2)
            mask = keys.new_ones(x.shape[-2], keys.shape[-2]).bool()
            mask = mask.tril(start)  # the last query is at the last key
        contexts = F.scaled_dot_product_attention(
            queries,
            keys,
            values,
            attn_mask=mask,
            is_causal=mask is None,
            enable_gqa=True,
        )
        out = self.out_proj(contexts.transpose(-3, -2).flatten(-2))
        return out, (keys, values)

    def rotate(self, x, start):
        rows = slice(start, start + x.shape[-2])
        assert rows.stop <= len(self.cosine), "tokens past context_length"
        cosine, sine = self.cosine[rows], self.sine[rows]
        a, b = x.chunk(2, dim=-1)
        turned = [a * cosine - b * sine, a * sine + b * cosine]
        return torch.cat(turned, dim=-1)


if __name__ == "__main__":  # eight tokens at once, then one by one
    torch.manual_seed(123)
    layer = DecoderLayer(
        64, 8, num_kv_groups=2, d_hidden=128, context_length=32
    )
    x = torch.randn(1, 8, 64)
    whole, _ = layer(x)
    steps, cache = [], None
    for token in x.split(1, dim=1):
        step, cache = layer(token, cache)
        steps.append(step)
    print(whole[0, -1, :4].detach())
    print(steps[-1][0, -1, :4].detach())
    print("keys kept:", tuple(cache[0].shape))
