"""Weights under a mask, against the softmax of what it allows."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import masked_attention_weights
from tests.attention.expect import random

SHAPE = (2, 3, 5, 7)  # batch, num_heads, num_queries, num_keys
FITTING = [(7,), (1,), (5, 7), (5, 1), (1, 7), (3, 1, 1), (2, 1, 5, 7), SHAPE]


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
@given(
    st.sampled_from(FITTING),
    st.integers(0, 99),
    st.sampled_from([0.2, 0.5, 0.9]),
    st.sampled_from([torch.nan, torch.inf, -torch.inf, 0.0, 1e30]),
)
def test_a_mask_of_any_shape_that_broadcasts_leaves_the_softmax_of_what_it_allows(
    shape: tuple[int, ...], seed: int, share: float, hidden: float
):
    """Whatever is hidden, and with a gradient of zero there."""
    mask = random(*shape, seed=seed).sigmoid() < share
    allowed = mask.expand(SHAPE)
    scores = torch.where(allowed, random(*SHAPE, seed=seed), hidden).requires_grad_()
    weights = masked_attention_weights(scores, mask)
    for row, of_row, kept in zip(
        *(t.reshape(-1, 7) for t in (weights, scores, allowed)), strict=True
    ):
        torch.testing.assert_close(row[kept], torch.softmax(of_row[kept], dim=0))
    assert (weights[~allowed] == 0).all()
    with torch.autograd.detect_anomaly():  # no nan, even on the way
        weights.pow(2).sum().backward()
    assert scores.grad.isfinite().all()
    assert (scores.grad[~allowed] == 0).all()


@pytest.mark.parametrize("mask", [None, torch.ones(2, dtype=torch.bool)], ids=str)
@pytest.mark.parametrize(
    "scores", [[-torch.inf] * 2, [torch.inf, 0.0], [torch.nan, 1.0]]
)
def test_a_row_that_is_not_finite_is_nan_where_the_mask_allows_it(scores, mask):
    weights = masked_attention_weights(torch.tensor([scores, [0.0, 0.0]]), mask)
    assert weights[0].isnan().all()
    assert weights[1].tolist() == [0.5, 0.5]
