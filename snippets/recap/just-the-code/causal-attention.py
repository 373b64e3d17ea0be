# pip install torch
# MIT licence, Copyright (c) 2026 The Attention, verified developers.

import torch
from torch import nn


class CausalAttention(nn.Module):
    """One head of causal attention, for x of (batch, num_tokens, d_in)."""

    def __init__(
        self, d_in, d_out, context_length, dropout, qkv_bias=False
    ):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        later = torch.ones(context_length, context_length).triu(1).bool()
        self.register_buffer("later", later, persistent=False)

    def forward(self, x):
        queries = self.W_query(x)
        keys = self.W_key(x)
        values = self.W_value(x)
        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
        num_tokens = x.shape[-2]
        later = self.later[:num_tokens, :num_tokens]
        weights = scores.masked_fill(later, -torch.inf).softmax(dim=-1)
        return self.dropout(weights) @ values


if __name__ == "__main__":  # an example
    torch.manual_seed(123)
    layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
    print(layer(torch.rand(1, 6, 3)).detach())
