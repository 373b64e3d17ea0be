# pip install torch
# MIT licence, Copyright (c) 2026 The Attention, verified developers.

import torch
from torch import nn


class CrossAttention(nn.Module):
    """Heads in which x attends to source, both (batch, num_tokens, d_in).

    mask: True = may attend; (batch, 1, num_keys) hides padding.
    """

    def __init__(self, d_in, d_out, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0, "num_heads must divide d_out"
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, source, mask=None):
        queries, keys, values = (
            projected.unflatten(-1, (-1, self.head_dim)).transpose(-3, -2)
            for projected in (
                self.W_query(x),
                self.W_key(source),
                self.W_value(source),
            )
        )  # each (batch, num_heads, num_tokens, head_dim)
        scores = queries @ keys.transpose(-2, -1) / self.head_dim**0.5
        if mask is not None:
            scores = scores.masked_fill(~mask.unsqueeze(-3), -torch.inf)
        weights = scores.softmax(dim=-1)  # nan if all keys are hidden
        weights = weights.masked_fill(scores == -torch.inf, 0.0)
        contexts = self.dropout(weights) @ values
        return self.out_proj(contexts.transpose(-3, -2).flatten(-2))


if __name__ == "__main__":  # an example
    torch.manual_seed(123)
    layer = CrossAttention(3, 4, dropout=0.0, num_heads=2)
    print(layer(torch.rand(1, 4, 3), torch.rand(1, 6, 3)).detach())
