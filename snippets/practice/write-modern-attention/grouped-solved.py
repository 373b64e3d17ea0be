import torch
from attention.practice import judge
from torch import nn


class GroupedAttention(nn.Module):
    def __init__(self, d_in, d_out, num_heads, num_groups):
        super().__init__()
        self.num_heads = num_heads
        self.num_groups = num_groups
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, num_groups * self.head_dim, bias=False)
        self.W_value = nn.Linear(
            d_in, num_groups * self.head_dim, bias=False
        )
        self.out_proj = nn.Linear(d_out, d_out)

    def forward(self, x):
        batch, num_tokens, _ = x.shape
        queries = self.W_query(x).unflatten(-1, (self.num_heads, -1))
        keys = self.W_key(x).unflatten(-1, (self.num_groups, -1))
        values = self.W_value(x).unflatten(-1, (self.num_groups, -1))
        queries, keys = queries.transpose(1, 2), keys.transpose(1, 2)
        values = values.transpose(1, 2)
        each = self.num_heads // self.num_groups
        keys = keys.repeat_interleave(each, dim=1)
        values = values.repeat_interleave(each, dim=1)

        scores = queries @ keys.transpose(-2, -1) / self.head_dim**0.5
        later = torch.ones(num_tokens, num_tokens, device=x.device).triu(1)
        scores = scores.masked_fill(later.bool(), -torch.inf)
        contexts = torch.softmax(scores, dim=-1) @ values
        pieces = contexts.transpose(1, 2)
        return self.out_proj(pieces.reshape(batch, num_tokens, -1))


verdict = judge("grouped", GroupedAttention)
assert verdict.ok
print(verdict)
