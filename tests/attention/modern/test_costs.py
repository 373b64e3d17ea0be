"""Costs, against the parameters of real layers and torch's own count of operations."""

from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

from attention import (
    Attention,
    KVCache,
    LatentAttention,
    LatentCache,
    grouped_costs,
    latent_costs,
)
from attention.modern.costs import Costs

sizes = st.integers(1, 7)


def check(costs: Costs, layer: Any, d_model: int, cache: Any) -> None:
    """Count one token that a layer reads after those in a cache."""
    with FlopCounterMode(display=False) as counted:
        _, longer = layer.forward_with_cache(torch.ones(1, d_model), cache)
    num_keys = longer.num_tokens
    assert costs.weights == sum(p.numel() for p in layer.parameters() if p.dim() == 2)
    kept = sum(tensor.numel() for tensor in longer if isinstance(tensor, Tensor))
    assert costs.cached * num_keys == kept
    assert counted.get_total_flops() == 2 * (costs.weights + num_keys * costs.per_key)


@settings(max_examples=20)
@given(groups=sizes, heads_each=sizes, head_dim=sizes, num_cached=sizes)
def test_groups_are_counted_as_their_layer(groups, heads_each, head_dim, num_cached):
    num_heads = groups * heads_each
    d_model = num_heads * head_dim
    with torch.device("meta"):
        layer = Attention(d_model, d_model, 10, 0.0, num_heads, num_kv_groups=groups)
        keys, values = torch.ones(2, groups, num_cached, head_dim)
        cache = KVCache(keys, values, num_cached)
        costs = grouped_costs(d_model, num_heads, groups, head_dim)
        check(costs, layer, d_model, cache)


@settings(max_examples=20)
@given(sizes, st.tuples(sizes, sizes, sizes, sizes), st.none() | sizes, sizes)
def test_latent_is_counted_as_its_layer(d_model, shapes, query_dim, num_cached):
    num_heads, head_dim, latent_dim, pairs = shapes
    rotary_dim = 2 * pairs
    shapes = num_heads, head_dim, latent_dim, rotary_dim
    with torch.device("meta"):
        layer = LatentAttention(d_model, d_model, 10, 0.0, *shapes)
        if query_dim is not None:
            layer.W_query = nn.Sequential(
                nn.Linear(d_model, query_dim, bias=False),
                nn.Linear(query_dim, num_heads * (head_dim + rotary_dim), bias=False),
            )
        kept = torch.ones(num_cached, latent_dim + rotary_dim)
        costs = latent_costs(d_model, *shapes, query_dim)
        check(costs, layer, d_model, LatentCache(kept, num_cached))
