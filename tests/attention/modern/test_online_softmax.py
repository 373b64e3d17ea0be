"""Softmax in one pass and merged parts, against torch's softmax and log-sum-exp."""

from itertools import pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    merge_parts,
    online_softmax,
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from tests.attention.expect import NARROW, assert_close, random, with_slopes


@given(
    st.integers(0, 99),
    st.sampled_from([0, 1, -1, -2]),
    st.sampled_from([0.0, 1.0, 40.0, 1e4, 1e300]),
    st.sampled_from([0.0, -torch.inf, torch.inf, torch.nan]),
)
def test_weights_and_gradients_are_those_of_softmax_also_where_it_is_nan(
    seed: int, dim: int, scale: float, odd: float
):
    places = random(3, 5, 7, seed=seed + 1) > 1
    scores = (random(3, 5, 7, seed=seed) * scale).masked_fill(places, odd)
    scores.requires_grad_()
    found, expected = online_softmax(scores, dim), torch.softmax(scores, dim)
    torch.testing.assert_close(found, expected, equal_nan=True)
    if expected.isfinite().all():
        assert_close(with_slopes(found, [scores]), with_slopes(expected, [scores]))


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_narrow_dtypes_are_summed_in_float32(dtype: torch.dtype):
    scores = torch.zeros(5000, dtype=dtype)
    found = online_softmax(scores, 0)
    assert found.dtype == dtype
    torch.testing.assert_close(found, torch.softmax(scores, 0), rtol=0.01, atol=0)


@given(st.integers(0, 99), st.lists(st.integers(1, 6), max_size=3), st.booleans())
def test_parts_merged_in_turn_are_attention_to_all_keys(seed, cuts, masked):
    """Also where a query may attend to nothing in a part, or in all."""
    shapes = enumerate([(2, 5, 3), (2, 7, 3), (2, 7, 11)], start=seed)
    queries, keys, values = given = [
        random(*shape, seed=n).requires_grad_() for n, shape in shapes
    ]
    mask = random(2, 5, 7, seed=seed) > 0 if masked else torch.ones(2, 5, 7).bool()
    scores = scaled_attention_scores(queries, keys).masked_fill(~mask, -torch.inf)
    edges = [0, *sorted(set(cuts)), 7]
    merged = torch.zeros(2, 5, 11).double()
    log_sums = torch.full((2, 5), -torch.inf).double()
    for part in (slice(a, b) for a, b in pairwise(edges)):
        found, _ = scaled_dot_product_attention(
            queries, keys[:, part], values[:, part], mask[..., part]
        )
        sums = scores[..., part].logsumexp(-1)
        merged, log_sums = merge_parts(merged, log_sums, found, sums)
    expected, _ = scaled_dot_product_attention(queries, keys, values, mask)
    assert_close(with_slopes(merged, given), with_slopes(expected, given))
    assert_close(log_sums, scores.logsumexp(-1))
    beyond = log_sums + 800.0  # the range of exp
    assert_close(merge_parts(merged, beyond, merged, beyond)[0], merged)


@pytest.mark.parametrize("bad", [torch.nan, torch.inf])
def test_a_log_sum_that_is_no_number_makes_the_result_nan(bad: float):
    contexts, zero = random(1, 7), torch.zeros(1).double()
    assert merge_parts(contexts, zero + bad, contexts, zero)[0].isnan().all()
    assert merge_parts(contexts, zero, contexts, zero + bad)[0].isnan().all()
