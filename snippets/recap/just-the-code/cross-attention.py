# pip install torch
# From https://attention-verified.github.io/attention-verified/multi-head/cross-attention/
# MIT licence, Copyright (c) 2026 The Attention, verified developers.
# Tested with torch 2.13.0.

import torch
import torch.nn.functional as F
from torch import nn


def attention_scores(queries, keys):
    """Return the dot product of each query with each key."""
    return queries @ keys.transpose(-2, -1)  # (..., num_queries, num_keys)


def scaled_attention_scores(queries, keys):
    """Return the dot products of queries and keys, divided by sqrt(d_k)."""
    return attention_scores(queries, keys) / queries.shape[-1] ** 0.5


def attention_weights(scores):
    """Return the softmax of each row of scores."""
    return torch.softmax(scores, dim=-1)  # over the keys


def masked_attention_weights(scores, mask=None):
    """Return the softmax of each row of scores over the keys that the mask allows."""
    if mask is None:
        return attention_weights(scores)
    nothing = ~mask.any(dim=-1, keepdim=True)  # rows in which nothing is allowed
    hidden = scores.masked_fill(~mask, -torch.inf)
    hidden = hidden.masked_fill(nothing, 0.0)  # softmax of -inf alone would be nan
    return attention_weights(hidden).masked_fill(nothing, 0.0)


def context_vectors(weights, values):
    """Return the weighted sum of the values for each query."""
    return weights @ values  # (..., num_queries, d_v)


def scaled_dot_product_attention(queries, keys, values, mask=None, dropout=0.0):
    """Return the context vectors and the attention weights."""
    scores = scaled_attention_scores(queries, keys)  # (..., num_queries, num_keys)
    weights = masked_attention_weights(scores, mask)  # each row sums to 1
    contexts = context_vectors(F.dropout(weights, dropout), values)
    return contexts, weights  # (..., num_queries, d_v), and the shape of scores


def _for_all_heads(mask, x_query, x_key):
    """Add the axis of heads to a mask that has none, if it fits."""
    return mask.unsqueeze(-3) if mask.dim() > 1 else mask


def split_heads(x, num_heads):
    """Split each token's row into one piece for each head, heads first."""
    *batch, num_tokens, width = x.shape
    pieces = x.view(*batch, num_tokens, num_heads, width // num_heads)
    return pieces.transpose(-3, -2)  # (..., num_heads, num_tokens, head_dim)


def merge_heads(x):
    """Put the pieces of each token side by side again: undo `split_heads`."""
    *batch, num_heads, num_tokens, head_dim = x.shape
    pieces = x.transpose(-3, -2)  # (..., num_tokens, num_heads, head_dim)
    return pieces.contiguous().view(*batch, num_tokens, num_heads * head_dim)


class CrossAttention(nn.Module):
    """Heads in which one sequence attends to another."""

    attend = staticmethod(scaled_dot_product_attention)

    def __init__(
        self, d_in, d_out, dropout, num_heads, qkv_bias=False, *, d_source=None
    ):
        super().__init__()
        if d_source is None:
            d_source = d_in
        self.num_heads = num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_source, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_source, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = dropout

    def forward(self, x_query, x_key=None, x_value=None, mask=None):
        """Return what each token of x_query takes from the other sequence."""
        if x_key is None:
            x_key = x_query
        if x_value is None:
            x_value = x_key
        if mask is not None:
            mask = _for_all_heads(mask, x_query, x_key)

        queries = split_heads(self.W_query(x_query), self.num_heads)
        keys = split_heads(self.W_key(x_key), self.num_heads)
        values = split_heads(self.W_value(x_value), self.num_heads)
        # each (..., num_heads, num_queries or num_keys, head_dim)

        dropout = self.dropout if self.training else 0.0
        contexts, _ = self.attend(queries, keys, values, mask, dropout)
        # (..., num_heads, num_queries, head_dim)

        return self.out_proj(merge_heads(contexts))  # (..., num_queries, d_out)


# The embeddings of `target_tokens`, one row a word.
target_inputs = torch.tensor(
    [
        [0.20, 0.50, 0.40],  # mit: with
        [0.80, 0.20, 0.15],  # einem: one
        [0.10, 0.75, 0.60],  # schritt: step
        [0.60, 0.80, 0.60],  # beginnt: starts
    ]
)

# The embeddings of `tokens`, one row a word.
inputs = torch.tensor(
    [
        [0.43, 0.15, 0.89],  # your
        [0.55, 0.87, 0.66],  # journey
        [0.57, 0.85, 0.64],  # starts
        [0.22, 0.58, 0.33],  # with
        [0.77, 0.25, 0.10],  # one
        [0.05, 0.80, 0.55],  # step
    ]
)

if __name__ == "__main__":  # an example
    torch.manual_seed(123)
    layer = CrossAttention(d_in=3, d_out=4, dropout=0.0, num_heads=2)
    print(layer(target_inputs, inputs).detach())
