"""Costs, against the parameters of real layers and torch's own count of operations."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from attention import (
    Costs,
    GroupedQueryAttention,
    KVCache,
    LatentAttention,
    LatentCache,
    MultiHeadAttention,
    grouped_costs,
    latent_costs,
)
from tests.attention.expect import refusal

sizes = st.integers(1, 7)


def weights(layer: nn.Module) -> int:
    return sum(p.numel() for p in layer.parameters() if p.dim() == 2)


@settings(max_examples=20)
@given(num_heads=sizes, head_dim=sizes, num_cached=sizes)
def test_multi_head_is_counted_as_its_layer(num_heads, head_dim, num_cached):
    d_model = num_heads * head_dim
    costs = grouped_costs(d_model, num_heads, num_heads, head_dim)
    with torch.device("meta"):
        layer = MultiHeadAttention(d_model, d_model, 10, 0.0, num_heads)
        keys, values = torch.ones(2, num_heads, num_cached, head_dim)
        cache = KVCache(keys, values, num_cached)
        with FlopCounterMode(display=False) as counted:
            _, longer = layer.forward_with_cache(torch.ones(1, d_model), cache)
    assert costs.weights == weights(layer)
    assert (
        costs.cached * (num_cached + 1) == longer.keys.numel() + longer.values.numel()
    )
    expected = costs.weights + (num_cached + 1) * costs.per_key
    assert counted.get_total_flops() == 2 * expected


@settings(max_examples=20)
@given(
    d_model=sizes,
    num_heads=sizes,
    head_dim=sizes,
    latent_dim=sizes,
    pairs=sizes,
    query_dim=st.none() | sizes,
    num_cached=sizes,
)
def test_latent_is_counted_as_its_layer(
    d_model, num_heads, head_dim, latent_dim, pairs, query_dim, num_cached
):
    rotary_dim = 2 * pairs
    shapes = (num_heads, head_dim, latent_dim, rotary_dim)
    costs = latent_costs(d_model, *shapes, query_dim)
    with torch.device("meta"):
        layer = LatentAttention(d_model, d_model, 10, 0.0, *shapes)
        if query_dim is not None:
            layer.W_query = nn.Sequential(
                nn.Linear(d_model, query_dim, bias=False),
                nn.Linear(query_dim, num_heads * (head_dim + rotary_dim), bias=False),
            )
        kept = torch.ones(num_cached, latent_dim + rotary_dim)
        cache = LatentCache(kept, num_cached)
        with FlopCounterMode(display=False) as counted:
            _, longer = layer.forward_with_cache(torch.ones(1, d_model), cache)
    assert costs.weights == weights(layer)
    assert costs.cached * (num_cached + 1) == longer.compressed.numel()
    expected = costs.weights + (num_cached + 1) * costs.per_key
    assert counted.get_total_flops() == 2 * expected


@settings(max_examples=20)
@given(d_model=sizes, groups=sizes, shared_by=sizes, head_dim=sizes)
def test_fewer_groups_have_fewer_keys_values_and_weights(
    d_model, groups, shared_by, head_dim
):
    """Counted matrix by matrix: queries and the way back, then keys and values."""
    num_heads = groups * shared_by
    costs = grouped_costs(d_model, num_heads, groups, head_dim)
    with torch.device("meta"):
        queries, back = torch.ones(2, num_heads, d_model, head_dim)
        keys, values = torch.ones(2, groups, d_model, head_dim)
        with FlopCounterMode(display=False) as counted:
            shared = torch.ones(groups, head_dim, 3)  # three keys, and three values
            scores = torch.ones(groups, shared_by, head_dim) @ shared
            _ = scores @ shared.mT
    matrices = (queries, keys, values, back)
    assert costs.weights == sum(matrix.numel() for matrix in matrices)
    assert costs.cached * 3 == 2 * shared.numel()
    assert counted.get_total_flops() == 2 * 3 * costs.per_key


def test_published_shapes():
    assert grouped_costs(768, 12, 12, 64) == Costs(2_359_296, 1536, 1536)
    assert grouped_costs(4096, 32, 8, 128) == Costs(41_943_040, 2048, 8192)
    assert grouped_costs(2048, 8, 1, 256) == Costs(9_437_184, 512, 4096)
    v3 = latent_costs(7168, 128, 128, 512, 64, 1536)
    assert v3 == Costs(187_105_280, 576, 139_264)


@pytest.mark.parametrize("name", ["d_model", "num_heads", "num_kv_groups", "head_dim"])
def test_wrong_sizes_of_groups_are_named(name: str):
    right = {"d_model": 6, "num_heads": 4, "num_kv_groups": 2, "head_dim": 3}
    with refusal(f"{name} must be at least 1. Got 0."):
        grouped_costs(**(right | {name: 0}))
    with refusal("num_heads must be divisible by num_kv_groups=3. Got 4."):
        grouped_costs(**(right | {"num_kv_groups": 3}))


@pytest.mark.parametrize(
    "name",
    ["d_model", "num_heads", "head_dim", "latent_dim", "rotary_dim", "query_dim"],
)
def test_wrong_sizes_of_latents_are_named(name: str):
    right = {
        "d_model": 6,
        "num_heads": 4,
        "head_dim": 3,
        "latent_dim": 5,
        "rotary_dim": 2,
    }
    with refusal(f"{name} must be at least 1. Got 0."):
        latent_costs(**(right | {name: 0}))


@settings(max_examples=20)
@given(groups=sizes, heads_each=sizes, head_dim=sizes, num_tokens=sizes)
def test_groups_are_counted_as_their_layer(groups, heads_each, head_dim, num_tokens):
    num_heads = groups * heads_each
    d_model = num_heads * head_dim
    costs = grouped_costs(d_model, num_heads, groups, head_dim)
    with torch.device("meta"):
        layer = GroupedQueryAttention(d_model, d_model, 10, 0.0, num_heads, groups)
        x = torch.ones(num_tokens, d_model)
        with FlopCounterMode(display=False) as counted:
            layer(x)
    matrices = [p.numel() for p in layer.parameters() if p.dim() == 2]
    assert costs.weights == sum(matrices)
    kept = layer.W_key.out_features + layer.W_value.out_features
    assert costs.cached == kept
    expected = num_tokens * costs.weights + num_tokens**2 * costs.per_key
    assert counted.get_total_flops() == 2 * expected
