"""Layers that read one sequence, of any kind, on any input."""

from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from attention import (
    CausalAttention,
    CrossAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    SelfAttentionV1,
    SelfAttentionV2,
    merge_heads,
    split_heads,
)
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.layers import HEADS, SELF, Answer, exactly, layers, misfits, sequences
from tests.fuzz.tensors import TYPES, floats, same, shapes, tensors

CAUSAL = (CausalAttention, *HEADS)
Given = tuple[nn.Module, torch.Tensor]


@st.composite
def given_to(
    draw: st.DrawFn, *kinds: type[nn.Module], wild: bool, dtype: torch.dtype | None
) -> Given:
    dtype = dtype or draw(floats)
    layer = draw(layers(*kinds, dtype=dtype))
    return layer, draw(sequences(layer, dtype, wild=wild))


def anything(*kinds: type[nn.Module]) -> st.SearchStrategy[Given]:
    return given_to(*kinds, wild=True, dtype=None)


def calm(*kinds: type[nn.Module]) -> st.SearchStrategy[Given]:
    return given_to(*kinds, wild=False, dtype=torch.float64)


def assert_close_enough(got: torch.Tensor, exact: Answer, dtype: torch.dtype) -> None:
    """Finite where the oracle is and the type wide enough; right if it is not huge."""
    assert got.dtype == dtype
    assert got.shape == exact.numbers.shape
    if exact.largest < torch.finfo(dtype).max / 16:
        assert got[exact.numbers.isfinite()].isfinite().all()
    if exact.largest < 30:
        # A score that is off by 30 ulps moves every weight by so much.
        tolerance = 60 * (1 + exact.largest) ** 2 * torch.finfo(dtype).eps
        away = (got.double() - exact.numbers).abs()
        assert not (away > tolerance).any()  # nan is none


@given(anything(*SELF, *CAUSAL))
def test_a_layer_gives_torchs_own_answer_or_refuses(given: Given):
    layer, x = given
    answer = attempt(layer, x)
    if not refused(answer, {"x"} if misfits(layer, x) else set()):
        assert_close_enough(answer, exactly(layer, x), x.dtype)


@given(calm(*SELF), st.randoms(use_true_random=False))
def test_without_a_mask_permuted_tokens_give_permuted_answers(given: Given, random):
    layer, x = given
    order = random.sample(range(x.shape[-2]), x.shape[-2])
    torch.testing.assert_close(layer(x[..., order, :]), layer(x)[..., order, :])


@given(calm(*CAUSAL), st.integers(0, 4), st.sampled_from([1e30, -7.0, 0.0]))
def test_a_changed_future_changes_nothing_before_it(
    given: Given, now: int, other: float
):
    layer, x = given
    changed = x.clone()
    changed[..., now + 1 :, :] = other
    before = (..., slice(now + 1), slice(None))
    torch.testing.assert_close(layer(changed)[before], layer(x)[before])
    torch.testing.assert_close(layer(x[before]), layer(x)[before])


@given(calm(*SELF, *CAUSAL), st.randoms(use_true_random=False))
def test_the_sequences_of_a_batch_do_not_see_each_other(given: Given, random):
    layer, x = given
    x = x.reshape(-1, *x.shape[-2:]) if x.numel() else x.new_zeros(0, *x.shape[-2:])
    whole = layer(x)
    order = random.sample(range(len(x)), len(x))
    torch.testing.assert_close(layer(x[order]), whole[order])
    for one, expected in zip(x, whole, strict=True):
        torch.testing.assert_close(layer(one), expected)
    half = len(x) // 2
    halves = torch.cat([layer(x[:half]), layer(x[half:])])
    torch.testing.assert_close(halves, whole)


@given(calm(MultiHeadAttention))
def test_heads_at_once_are_heads_one_by_one(given: Given):
    layer: Any = given[0]
    x = given[1]
    head_dim = layer.out_proj.in_features // layer.num_heads
    d_in, longest = layer.W_query.in_features, layer.mask.shape[-1]
    bias = layer.W_query.bias is not None
    wrapper = MultiHeadAttentionWrapper(
        d_in, head_dim, longest, 0.0, layer.num_heads, bias
    ).double()
    for name in ("W_query", "W_key", "W_value"):
        together = getattr(layer, name)
        for number, head in enumerate(wrapper.heads):
            rows = slice(number * head_dim, (number + 1) * head_dim)
            alone = getattr(head, name)
            alone.weight.data = together.weight[rows]
            if bias:
                alone.bias.data = together.bias[rows]
    torch.testing.assert_close(layer.out_proj(wrapper(x)), layer(x))


@given(st.sampled_from(TYPES).flatmap(
    lambda dtype: shapes.flatmap(lambda shape: tensors(shape, dtype))
), st.integers(-1, 4))  # fmt: skip
def test_heads_are_split_and_joined_again(x: torch.Tensor, num_heads: int):
    pieces = attempt(split_heads, x, num_heads)
    wrong = {"x"} if x.dim() < 2 else set()
    if num_heads < 1 or (x.dim() and x.shape[-1] % num_heads):
        wrong.add("num_heads")
    if refused(pieces, wrong):
        return
    width = x.shape[-1] // num_heads
    assert pieces.shape == (*x.shape[:-2], num_heads, x.shape[-2], width)
    for head in range(num_heads):
        part = x[..., head * width : (head + 1) * width]
        assert same(pieces[..., head, :, :], part)
    assert same(merge_heads(pieces), x)
    joined = attempt(merge_heads, x)
    if not refused(joined, {"x"} if x.dim() < 3 else set()):
        cut = x.unbind(dim=-3)
        expected = torch.cat(cut, -1) if cut else x.new_empty(joined.shape)
        assert same(joined, expected)


rates = st.sampled_from([0.0, 0.5, 0.0, 1.0, -0.1, float("nan")])
few = st.integers(-1, 3)


@given(few, few, few, few, rates, st.none() | few)
def test_what_cannot_be_a_layer_is_refused(
    d_in: int,
    d_out: int,
    context_length: int,
    num_heads: int,
    dropout: float,
    d_source: int | None,
):
    sized = {"d_in": d_in, "d_out": d_out}
    small = {name for name, size in sized.items() if size < 1}
    rate = set() if 0 <= dropout < 1 else {"dropout"}
    short = {"context_length"} if context_length < 1 else set()
    heads = {"num_heads"} if num_heads < 1 else set()
    uneven = {"d_out"} if num_heads > 0 and d_out % num_heads else set()
    source = {"d_source"} if d_source is not None and d_source < 1 else set()
    for kind in (SelfAttentionV1, SelfAttentionV2):
        refused(attempt(kind, d_in, d_out), small)
    one = (d_in, d_out, context_length, dropout)
    refused(attempt(CausalAttention, *one), small | short | rate)
    refused(
        attempt(MultiHeadAttentionWrapper, *one, num_heads),
        small | short | rate | heads,
    )
    refused(
        attempt(MultiHeadAttention, *one, num_heads),
        small | short | rate | heads | uneven,
    )
    refused(
        attempt(CrossAttention, d_in, d_out, dropout, num_heads, d_source=d_source),
        small | rate | heads | uneven | source,
    )
