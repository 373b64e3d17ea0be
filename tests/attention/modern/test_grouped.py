"""Grouped-query attention, against torch's fused call and multi-head attention."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from attention import (
    GroupedQueryAttention,
    MultiHeadAttention,
    RotaryPositions,
    SlidingWindow,
    merge_heads,
    record_weights,
    split_heads,
    to_grouped,
)
from tests.attention.expect import assert_close, numbered, random, refusal, with_slopes

D_IN, LONGEST = 5, 11


def made(
    num_heads: int, num_kv_groups: int, head_dim: int = 3
) -> GroupedQueryAttention:
    sizes = D_IN, num_heads * head_dim, LONGEST, 0.0, num_heads, num_kv_groups
    return numbered(GroupedQueryAttention(*sizes, qkv_bias=True))


def multi_head(num_heads: int, head_dim: int = 3) -> MultiHeadAttention:
    sizes = D_IN, num_heads * head_dim, LONGEST, 0.0, num_heads
    return numbered(MultiHeadAttention(*sizes, qkv_bias=True))


def by_torch(layer: GroupedQueryAttention, x: Tensor) -> Tensor:
    contexts = F.scaled_dot_product_attention(
        split_heads(layer.W_query(x), layer.num_heads),
        split_heads(layer.W_key(x), layer.num_kv_groups),
        split_heads(layer.W_value(x), layer.num_kv_groups),
        is_causal=True,
        enable_gqa=True,
    )
    return layer.out_proj(merge_heads(contexts))


@settings(deadline=None, max_examples=40)
@given(
    num_kv_groups=st.integers(1, 5),
    heads_each=st.integers(1, 5),
    head_dim=st.integers(1, 4),
    num_tokens=st.integers(1, LONGEST),
)
def test_results_and_gradients_are_those_of_torchs_fused_call(
    num_kv_groups: int, heads_each: int, head_dim: int, num_tokens: int
):
    layer = made(num_kv_groups * heads_each, num_kv_groups, head_dim)
    x = random(2, num_tokens, D_IN, seed=7)
    found, expected = (
        with_slopes(out, layer.parameters()) for out in (layer(x), by_torch(layer, x))
    )
    assert_close(found, expected, 1e-10)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize(
    ("num_heads", "head_dim", "num_tokens"), [(1, 3, 7), (7, 3, 7), (5, 61, 65)]
)
def test_as_many_groups_as_heads_are_multi_head_attention_to_the_last_bit(
    num_heads: int, head_dim: int, num_tokens: int, dtype: torch.dtype
):
    width = num_heads * head_dim  # a copy of the keys would round in other places
    multi = MultiHeadAttention(D_IN, width, 65, 0.0, num_heads).to(dtype)
    layer = GroupedQueryAttention(D_IN, width, 65, 0.0, num_heads, num_heads).to(dtype)
    layer.load_state_dict(multi.state_dict())
    x = random(2, num_tokens, D_IN, dtype=dtype)
    assert torch.equal(layer(x), multi(x))
    assert torch.equal(to_grouped(multi, num_heads)(x), multi(x))


def test_head_h_reads_the_group_of_its_neighbours_and_weights_are_recorded():
    layer, x = made(6, 2), random(7, D_IN)
    with record_weights(layer) as weights:
        layer(x)
    assert weights["attend"].shape == (6, 7, 7)
    # By the gradient, the weights of a head respond to the keys of its own group.
    for head in range(6):
        single = made(6, 2)
        with record_weights(single) as weights:
            single(x)
        slopes = torch.autograd.grad(
            weights["attend"][head, -1].sin().sum(), single.W_key.weight
        )[0].abs()
        reads = slopes.unflatten(0, (2, 3)).sum(dim=(1, 2)) > 0
        assert reads.tolist() == [head < 3, head >= 3]


@pytest.mark.parametrize("num_kv_groups", [1, 2, 3, 6])
def test_a_group_gets_the_average_of_its_heads(num_kv_groups: int):
    multi = multi_head(6)
    grouped = to_grouped(multi, num_kv_groups)
    each = 6 // num_kv_groups
    for name in ("W_key.weight", "W_key.bias", "W_value.weight", "W_value.bias"):
        module, kind = name.split(".")
        rows = getattr(getattr(multi, module), kind)
        found = getattr(getattr(grouped, module), kind)
        for group in range(num_kv_groups):
            mine = [
                rows[3 * h : 3 * h + 3] for h in range(group * each, (group + 1) * each)
            ]
            torch.testing.assert_close(
                found[3 * group : 3 * group + 3], sum(mine) / each
            )
    for name in ("W_query", "out_proj"):
        for kind in ("weight", "bias"):
            mine, theirs = (
                getattr(getattr(one, name), kind) for one in (grouped, multi)
            )
            assert torch.equal(mine, theirs)
            assert mine.data_ptr() != theirs.data_ptr()


def test_the_grouped_layer_keeps_dtype_mode_dropout_and_context_and_trains():
    multi = MultiHeadAttention(D_IN, 6, LONGEST, 0.25, 3).bfloat16().eval()
    grouped = to_grouped(multi, 1)
    assert grouped.W_key.weight.dtype == torch.bfloat16
    assert not grouped.training
    assert to_grouped(multi.train(), 1).training
    assert grouped.dropout == 0.25
    assert grouped.context_length == LONGEST
    assert grouped.W_query.bias is None
    assert all(parameter.requires_grad for parameter in grouped.parameters())


def test_the_grouped_layer_keeps_another_mask_and_rotary_positions():
    multi, x = multi_head(6, 2), random(2, 7, D_IN)
    multi.mask, multi.rotary = SlidingWindow(3), RotaryPositions(LONGEST, 2).double()
    grouped = to_grouped(multi, 6)
    torch.testing.assert_close(grouped(x), multi(x))
    assert grouped.rotary is multi.rotary


def test_groups_that_do_not_divide_the_heads_are_refused():
    for groups in (0, -2, 4, 12):
        message = f"num_heads must be divisible by num_kv_groups={groups}. Got 6."
        with refusal(message):
            GroupedQueryAttention(D_IN, 12, LONGEST, 0.0, 6, groups)
        with refusal(message):
            to_grouped(multi_head(6), groups)
    with refusal("d_out must be divisible by num_heads=5. Got 12."):
        GroupedQueryAttention(D_IN, 12, LONGEST, 0.0, 5, 1)
