# pip install torch
# MIT licence, Copyright (c) 2026 The Attention, verified developers.

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    """Several causal heads, for x of (batch, num_tokens, d_in)."""

    def __init__(
        self,
        d_in,
        d_out,
        context_length,
        dropout,
        num_heads,
        qkv_bias=False,
    ):
        super().__init__()
        assert d_out % num_heads == 0, "num_heads must divide d_out"
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        later = torch.ones(context_length, context_length).triu(1).bool()
        self.register_buffer("later", later, persistent=False)

    def forward(self, x):
        queries, keys, values = (
            linear(x).unflatten(-1, (-1, self.head_dim)).transpose(-3, -2)
            for linear in (self.W_query, self.W_key, self.W_value)
        )  # each (batch, num_heads, num_tokens, head_dim)
        scores = queries @ keys.transpose(-2, -1) / self.head_dim**0.5
        num_tokens = x.shape[-2]
        later = self.later[:num_tokens, :num_tokens]
        weights = scores.masked_fill(later, -torch.inf).softmax(dim=-1)
        contexts = self.dropout(weights) @ values
        return self.out_proj(contexts.transpose(-3, -2).flatten(-2))


if __name__ == "__main__":  # an example
    torch.manual_seed(123)
    layer = MultiHeadAttention(3, 4, 6, dropout=0.0, num_heads=2)
    torch.set_printoptions(sci_mode=False)
    print(layer(torch.rand(1, 6, 3)).detach())
