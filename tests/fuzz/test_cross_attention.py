"""Attention between two sequences, of any shapes, under any mask."""

from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import CrossAttention, MultiHeadAttention, causal_mask, combine_masks
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.layers import between, layers
from tests.fuzz.tensors import batch_pairs, fit, floats, mostly, shapes, tensors
from tests.fuzz.test_layers import assert_close_enough

Given = tuple[CrossAttention, torch.Tensor, torch.Tensor, torch.Tensor | None]


@st.composite
def given_to_cross(
    draw: st.DrawFn, *, wild: bool, dtypes: st.SearchStrategy = floats
) -> Given:
    dtype = draw(dtypes)
    layer: Any = draw(layers(CrossAttention, dtype=dtype))
    ours, theirs = draw(batch_pairs())
    if not wild and not fit(ours, theirs):
        theirs = ours
    n, m = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    whole = (*(torch.broadcast_shapes(ours, theirs) if fit(ours, theirs) else ()), n, m)
    kept = [size if draw(st.booleans()) else 1 for size in whole]
    rows = tuple(kept[draw(st.integers(0, len(kept) - 1)) :])
    x_query = (*ours, n, layer.W_query.in_features)
    x_key = (*theirs, m, layer.W_key.in_features)
    if wild:
        x_query, x_key, rows = (
            draw(mostly(st.just(shape), shapes)) for shape in (x_query, x_key, rows)
        )
    kind = draw(mostly(st.just(torch.bool), floats)) if wild else torch.bool
    mask = draw(st.none() | tensors(rows, kind))
    return (
        layer,
        draw(tensors(x_query, dtype, wild=wild)),
        draw(tensors(x_key, dtype, wild=wild)),
        mask,
    )


calm = given_to_cross(wild=False, dtypes=st.just(torch.float64))


@given(given_to_cross(wild=True))
def test_it_gives_torchs_own_answer_or_refuses(given: Given):
    layer, x_query, x_key, mask = given
    wrong = {
        name
        for name, x, width in (
            ("x_query", x_query, layer.W_query.in_features),
            ("x_key", x_key, layer.W_key.in_features),
        )
        if x.dim() < 2 or x.shape[-1] != width
    }
    if not wrong and not fit(x_query.shape[:-2], x_key.shape[:-2]):
        wrong = {"x_key"}
    if mask is not None and mask.dtype != torch.bool:
        wrong.add("mask")
    elif mask is not None and not wrong:
        batch = torch.broadcast_shapes(x_query.shape[:-2], x_key.shape[:-2])
        shape = (*batch, x_query.shape[-2], x_key.shape[-2])
        fits = mask.dim() and fit(shape, mask.shape)
        if not fits or torch.broadcast_shapes(shape, mask.shape) != shape:
            wrong.add("mask")
    answer = attempt(layer, x_query, x_key, mask=mask)
    if not refused(answer, wrong):
        exact = between(layer, x_query, x_key, x_key, mask)
        assert_close_enough(answer, exact, x_query.dtype)


@given(given_to_cross(wild=True), shapes)
def test_values_have_the_shape_of_keys_or_are_refused(
    given: Given, shape: tuple[int, ...]
):
    layer, x_query, x_key, mask = given
    if isinstance(attempt(layer, x_query, x_key, mask=mask), str):
        return
    x_value = x_key.new_ones(shape)
    answer = attempt(layer, x_query, x_key, x_value, mask)
    refused(answer, set() if x_value.shape == x_key.shape else {"x_value"})
    itself = layer(x_query, x_key, x_key, mask)
    torch.testing.assert_close(layer(x_query, x_key, mask=mask), itself, equal_nan=True)


@given(calm, st.randoms(use_true_random=False))
def test_keys_are_read_in_any_order_and_queries_answered_one_by_one(
    given: Given, random
):
    layer, x_query, x_key, mask = given
    n, m = x_query.shape[-2], x_key.shape[-2]
    mask = torch.ones(n, m, dtype=torch.bool) if mask is None else mask.expand(
        torch.broadcast_shapes(mask.shape, (n, m))
    )  # fmt: skip
    whole = layer(x_query, x_key, mask=mask)
    read = random.sample(range(m), m)
    torch.testing.assert_close(
        layer(x_query, x_key[..., read, :], mask=mask[..., read]), whole
    )
    asked = random.sample(range(n), n)
    torch.testing.assert_close(
        layer(x_query[..., asked, :], x_key, mask=mask[..., asked, :]),
        whole[..., asked, :],
    )


@given(calm, st.sampled_from([1e30, -1e30, 0.0]))
def test_what_no_query_may_read_may_as_well_not_be_there(given: Given, other: float):
    layer, x_query, x_key, mask = given
    if mask is None or mask.dim() < 2 or mask.shape[-1] != x_key.shape[-2]:
        return
    hidden = ~mask.flatten(0, -2).any(dim=0)
    changed = x_key.clone()
    changed[..., hidden, :] = other
    expected = layer(x_query, x_key, mask=mask)
    torch.testing.assert_close(layer(x_query, changed, mask=mask), expected)
    shorter = layer(x_query, x_key[..., ~hidden, :], mask=mask[..., ~hidden])
    torch.testing.assert_close(shorter, expected)


@given(st.data())
def test_with_a_causal_mask_it_is_multi_head_attention_and_its_cache(
    data: st.DataObject,
):
    many: Any = data.draw(layers(MultiHeadAttention, dtype=torch.float64))
    d_in, d_out = many.W_query.in_features, many.W_query.out_features
    bias = many.W_query.bias is not None
    cross = CrossAttention(d_in, d_out, 0.0, many.num_heads, bias).double()
    cross.load_state_dict(many.state_dict())
    longest = many.mask.shape[-1]
    batch = data.draw(st.lists(st.integers(0, 3), max_size=2))
    n = data.draw(st.integers(1, longest))
    x = data.draw(tensors((*batch, n, d_in), torch.float64, wild=False))
    whole = many(x)
    torch.testing.assert_close(cross(x, x, mask=causal_mask(n)), whole)
    new = data.draw(st.integers(1, n))
    tail = cross(x[..., n - new :, :], x, mask=causal_mask(new, n))
    torch.testing.assert_close(tail, whole[..., n - new :, :])


@given(calm, st.integers(0, 99))
def test_masks_combined_hide_what_either_hides(given: Given, seed: int):
    layer, x_query, x_key, mask = given
    if mask is None:
        return
    torch.manual_seed(seed)
    other = torch.rand(x_query.shape[-2], x_key.shape[-2]) < 0.5
    weights = layer.weights(x_query, x_key, combine_masks(mask, other))
    hidden = ~(mask.unsqueeze(-3) if mask.dim() > 1 else mask) | ~other
    assert (weights.masked_select(hidden) == 0).all()
    sums = weights.sum(dim=-1)
    assert ((sums - 1).abs() < 1e-9).logical_or(sums == 0).all()
