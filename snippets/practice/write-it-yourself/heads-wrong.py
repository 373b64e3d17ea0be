import torch
from attention.practice import judge
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.out_proj = nn.Linear(d_out, d_out)

    def forward(self, x):
        batch, num_tokens, _ = x.shape
        cut = (batch, num_tokens, self.num_heads, self.head_dim)
        queries = self.W_query(x).view(cut).transpose(1, 2)
        keys = self.W_key(x).view(cut).transpose(1, 2)
        values = self.W_value(x).view(cut).transpose(1, 2)

        scores = queries @ keys.transpose(-2, -1) / self.head_dim**0.5
        later = torch.ones(num_tokens, num_tokens, device=x.device).triu(1)
        scores = scores.masked_fill(later.bool(), -torch.inf)
        contexts = torch.softmax(scores, dim=-1) @ values
        return self.out_proj(contexts.reshape(batch, num_tokens, -1))


print(judge("heads", MultiHeadAttention))
