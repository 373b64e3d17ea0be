import torch
from attention import diagnose
from torch import nn


class CausalAttention(nn.Module):
    def __init__(
        self, d_in, d_out, context_length, dropout, qkv_bias=False
    ):
        super().__init__()
        self.d_out = d_out
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        ones = torch.ones(context_length, context_length)
        self.register_buffer("mask", torch.triu(ones, diagonal=2))

    def forward(self, x):
        num_tokens = x.shape[1]
        keys, queries, values = (
            self.W_key(x),
            self.W_query(x),
            self.W_value(x),
        )
        scores = queries @ keys.transpose(1, 2)
        mask = self.mask.bool()[:num_tokens, :num_tokens]
        scores = scores.masked_fill(mask, -torch.inf)
        weights = torch.softmax(scores / keys.shape[-1] ** 0.5, dim=-1)
        return self.dropout(weights) @ values


print(diagnose(CausalAttention(3, 2, 6, 0.5)))
