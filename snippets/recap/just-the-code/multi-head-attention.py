# pip install torch
# From https://attention-verified.github.io/attention-verified/multi-head/split/
# MIT licence, Copyright (c) 2026 The Attention, verified developers.
# Tested with torch 2.13.0.

from typing import NamedTuple

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


def extend(cache, new):
    """Return a cache with new tokens after those that it holds."""
    if cache is None:
        return new
    rows = [torch.cat(pair, dim=-2) for pair in zip(cache[:-1], new[:-1], strict=True)]
    return type(new)(*rows, cache[-1] + new[-1])


class KVCache(NamedTuple):
    """The keys and values of the tokens that one attention layer has processed."""

    keys: object
    values: object
    num_tokens: object


def keep_visible(cache, mask):
    """Return a cache without the tokens that a later query cannot attend to."""
    window = getattr(mask, "window", None)
    kept = cache[0].shape[-2]
    if window is None or kept < window:
        return cache
    # Copies: a view would keep all that was there in memory.
    rows = [tensor[..., kept - window + 1 :, :].clone() for tensor in cache[:-1]]
    return type(cache)(*rows, cache[-1])


def forward_with_cache(layer, x, cache=None):
    """Run an attention layer on new tokens, with the keys and values of earlier ones."""
    num_cached = 0 if cache is None else cache.num_tokens
    queries, keys, values = layer.project(x, num_cached)
    cache = extend(cache, KVCache(keys, values, x.shape[-2]))
    out = layer.mix(queries, cache.keys, cache.values)
    return out, keep_visible(cache, layer.mask)


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


def split_heads(x, num_heads):
    """Split each token's row into one piece for each head, heads first."""
    *batch, num_tokens, width = x.shape
    pieces = x.view(*batch, num_tokens, num_heads, width // num_heads)
    return pieces.transpose(-3, -2)  # (..., num_heads, num_tokens, head_dim)


def mask_for(rule, queries, keys):
    """Return the mask that a layer's rule makes for its queries and keys."""
    return rule(queries.shape[-2], keys.shape[-2], device=queries.device)


def merge_heads(x):
    """Put the pieces of each token side by side again: undo `split_heads`."""
    *batch, num_heads, num_tokens, head_dim = x.shape
    pieces = x.transpose(-3, -2)  # (..., num_tokens, num_heads, head_dim)
    return pieces.contiguous().view(*batch, num_tokens, num_heads * head_dim)


class MultiHeadAttention(nn.Module):
    """Causal heads that run at once, from one matrix each for queries, keys and values."""

    attend = staticmethod(scaled_dot_product_attention)
    forward_with_cache = forward_with_cache

    def __init__(
        self,
        d_in,
        d_out,
        context_length,
        dropout,
        num_heads,
        qkv_bias=False,
        *,
        mask=causal_mask,
        rotary=None,
    ):
        super().__init__()
        self.num_heads = num_heads
        self.context_length = context_length
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = dropout
        self.mask = mask
        self.rotary = rotary
        self.register_load_state_dict_pre_hook(ignore_saved_mask)

    def forward(self, x):
        """Return the context vectors of all heads, mixed by out_proj."""
        return self.mix(*self.project(x))

    def project(self, x, start=0):
        """Return the queries, keys and values of tokens, the first at position start."""
        queries = split_heads(self.W_query(x), self.num_heads)
        keys = split_heads(self.W_key(x), self.num_heads)
        values = split_heads(self.W_value(x), self.num_heads)
        if self.rotary is not None:
            queries, keys = self.rotary(queries, start), self.rotary(keys, start)
        return queries, keys, values

    def mix(self, queries, keys, values):
        """Return what the queries, those of the last tokens, take from the values."""
        mask = mask_for(self.mask, queries, keys)
        dropout = self.dropout if self.training else 0.0
        contexts, _ = self.attend(queries, keys, values, mask, dropout)
        # (..., num_heads, num_queries, head_dim)
        return self.out_proj(merge_heads(contexts))  # (..., num_queries, d_out)


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
    layer = MultiHeadAttention(
        d_in=3, d_out=4, context_length=6, dropout=0.0, num_heads=2
    )
    print(layer(inputs).detach())
