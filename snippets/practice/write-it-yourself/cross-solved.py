import torch
from attention.practice import judge
from torch import nn


class CrossAttention(nn.Module):
    def __init__(self, d_in, d_context, d_out, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_context, d_out, bias=False)
        self.W_value = nn.Linear(d_context, d_out, bias=False)
        self.out_proj = nn.Linear(d_out, d_out)

    def forward(self, x, context, mask):
        heads = (self.num_heads, self.head_dim)
        queries = self.W_query(x).unflatten(-1, heads).transpose(1, 2)
        keys = self.W_key(context).unflatten(-1, heads).transpose(1, 2)
        values = self.W_value(context).unflatten(-1, heads).transpose(1, 2)

        scores = queries @ keys.transpose(-2, -1) / self.head_dim**0.5
        scores = scores.masked_fill(~mask[:, None, None, :], -torch.inf)
        contexts = torch.softmax(scores, dim=-1) @ values
        return self.out_proj(contexts.transpose(1, 2).flatten(2))


verdict = judge("cross", CrossAttention)
assert verdict.ok
print(verdict)
