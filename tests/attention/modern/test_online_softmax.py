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
from tests.attention.expect import NARROW, assert_close, random, refusal, with_slopes


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
    queries, keys = random(2, 5, 3, seed=seed), random(2, 7, 3, seed=seed + 1)
    values = random(2, 7, 11, seed=seed + 2)
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
    assert_close(merged, expected)
    assert_close(log_sums, scores.logsumexp(-1))


def test_gradients_of_merged_parts_agree_with_finite_differences():
    parts = [random(5, 7), random(5), random(5, 7, seed=1), random(5, seed=1)]
    parts[1][0] = 800.0  # beyond exp's range
    assert torch.autograd.gradcheck(merge_parts, [p.requires_grad_() for p in parts])


def test_a_query_that_may_attend_to_nothing_in_a_part_or_in_both():
    contexts, other = random(3, 7), random(3, 7, seed=1)
    contexts[1:] = 0
    other[1] = 0
    log_sums = torch.tensor([0.5, -torch.inf, -torch.inf]).double()
    other_log_sums = torch.tensor([-torch.inf, -torch.inf, 2.0]).double()
    parts = [p.requires_grad_() for p in (contexts, log_sums, other, other_log_sums)]
    merged, sums = merge_parts(*parts)
    torch.testing.assert_close(merged[0], contexts[0])
    torch.testing.assert_close(merged[2], other[2])
    assert (merged[1] == 0).all()
    assert sums.tolist() == [0.5, -torch.inf, 2.0]
    again, _ = merge_parts(merged, sums, contexts, log_sums)
    slopes = torch.autograd.grad(again.pow(2).sum(), parts)
    assert all(slope.isfinite().all() for slope in slopes)


@pytest.mark.parametrize("bad", [torch.nan, torch.inf])
def test_a_log_sum_that_is_no_number_makes_the_result_nan(bad: float):
    contexts, zero = random(1, 7), torch.zeros(1).double()
    assert merge_parts(contexts, zero + bad, contexts, zero)[0].isnan().all()
    assert merge_parts(contexts, zero, contexts, zero + bad)[0].isnan().all()


def test_what_does_not_fit_is_refused():
    assert online_softmax(torch.ones(3, 0), 1).shape == (3, 0)
    with refusal("scores must be floating point. Got torch.int64."):
        online_softmax(torch.ones(3, dtype=torch.int64), 0)
    with refusal("scores must have shape (..., num_keys). Got ()."):
        online_softmax(torch.tensor(1.0), 0)
