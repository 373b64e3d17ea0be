# pip install torch
# From https://attention-verified.github.io/attention-verified/multi-head/side-by-side/
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


def causal_mask(num_queries, num_keys=None, *, device=None):
    """Return the mask that lets each token attend to itself and to earlier tokens."""
    if num_keys is None:
        num_keys = num_queries
    earlier = num_keys - num_queries  # keys before that of the first query
    everything = torch.ones(num_queries, num_keys, dtype=torch.bool, device=device)
    return everything.tril(diagonal=earlier)


def ignore_saved_mask(module, state_dict, prefix, *_):
    """Remove a saved mask of this module from what load_state_dict loads."""
    state_dict.pop(f"{prefix}mask", None)


class CausalAttention(nn.Module):
    """One head of causal self-attention, with dropout."""

    attend = staticmethod(scaled_dot_product_attention)

    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = dropout
        self.register_buffer("mask", causal_mask(context_length), persistent=False)
        self.register_load_state_dict_pre_hook(ignore_saved_mask)

    def forward(self, x):
        """Return the context vector of each token."""
        num_tokens = x.shape[-2]
        queries = self.W_query(x)  # (..., num_tokens, d_out)
        keys = self.W_key(x)
        values = self.W_value(x)
        mask = self.mask[:num_tokens, :num_tokens]
        dropout = self.dropout if self.training else 0.0
        contexts, _ = self.attend(queries, keys, values, mask, dropout)
        return contexts


class MultiHeadAttentionWrapper(nn.Module):
    """Causal heads that run one after the other, their results side by side."""

    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList(
            CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
            for _ in range(num_heads)
        )

    @property
    def mask(self):
        """The mask of the first head, to be read: each head has its own to be set."""
        return self.get_submodule("heads.0").get_buffer("mask")

    def forward(self, x):
        """Return the context vectors of all heads, side by side for each token."""
        return torch.cat([head(x) for head in self.heads], dim=-1)


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
    layer = MultiHeadAttentionWrapper(
        d_in=3, d_out=2, context_length=6, dropout=0.0, num_heads=2
    )
    print(layer(inputs).detach())
