# pip install attention-verified
import torch
from attention.examples import inputs
from torch import nn


class CausalAttention(nn.Module):  # as published, shortened: it is wrong
    def __init__(self, d_in, d_out, context_length, dropout):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.dropout = nn.Dropout(dropout)
        mask = torch.tril(torch.ones(context_length, context_length))
        self.register_buffer("mask", mask.bool())

    def forward(self, x):
        queries, keys = self.W_query(x), self.W_key(x)
        scores = queries @ keys.transpose(1, 2)
        scores = scores.masked_fill(self.mask, -torch.inf)
        weights = torch.softmax(scores / keys.shape[-1] ** 0.5, dim=-1)
        return self.dropout(weights) @ self.W_value(x)


torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.5)
print(layer(torch.stack((inputs, inputs))).detach())
