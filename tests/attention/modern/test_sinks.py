"""Attention with a sink, against one more key without a value, and the log-sum-exp."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import (
    causal_mask,
    scaled_attention_scores,
    scaled_dot_product_attention,
    sink_attention,
)
from tests.attention.expect import NARROW, assert_close, random, refusal, with_slopes


@settings(max_examples=40)
@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 3), st.booleans())
def test_results_and_gradients_are_those_of_a_sigmoid_of_the_log_sum_exp(
    num_heads: int, num_queries: int, earlier: int, causal: bool
):
    num_keys = num_queries + earlier
    q = random(2, num_heads, num_queries, 3).requires_grad_()
    k, v = (random(2, num_heads, num_keys, 3, seed=s).requires_grad_() for s in (1, 2))
    sinks = random(num_heads, seed=3).requires_grad_()
    mask = causal_mask(num_queries, num_keys) if causal else None
    found, weights = sink_attention(q, k, v, sinks, mask)

    plain, shares = scaled_dot_product_attention(q, k, v, mask)
    scores = scaled_attention_scores(q, k)
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    kept = torch.sigmoid(scores.logsumexp(dim=-1) - sinks[:, None])[..., None]
    assert_close(weights, kept * shares)
    given = [q, k, v, sinks]
    assert_close(with_slopes(found, given), with_slopes(kept * plain, given), 1e-10)


def test_a_sink_of_minus_infinity_is_none_and_a_hidden_row_is_zero():
    q, k, v = random(3, 2, 5, 3)
    mask = causal_mask(5)
    mask[2] = False
    for m in (None, mask):
        found = sink_attention(q, k, v, -torch.inf * torch.ones(2).double(), m)
        torch.testing.assert_close(found, scaled_dot_product_attention(q, k, v, m))
    contexts, weights = sink_attention(q, k, v, torch.zeros(2).double(), mask)
    assert (contexts[:, 2] == 0).all()
    assert (weights[:, 2] == 0).all()
    # one head with a sink, one without
    mixed = torch.tensor([1.0, -torch.inf]).double()
    _, weights = sink_attention(q, k, v, mixed)
    assert (weights[0].sum(dim=-1) < 1).all()
    torch.testing.assert_close(weights[1].sum(dim=-1), torch.ones(5).double())


@pytest.mark.parametrize("shape", [(5,), (1, 5), (5, 5), (1, 5, 5), (2, 1, 5, 5)])
def test_a_mask_of_every_shape_that_broadcasts_hides_keys_and_no_sink(
    shape: tuple[int, ...],
):
    q, k, v = random(3, 2, 3, 5, 4)
    mask = random(*shape, seed=4) > -0.5
    sinks = random(3, seed=1)
    _, weights = sink_attention(q, k, v, sinks, mask)
    exps = (q @ k.mT / 2).exp() * mask
    expected = exps / (sinks[:, None, None].exp() + exps.sum(dim=-1, keepdim=True))
    torch.testing.assert_close(weights, expected)


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_the_dtype_is_that_of_queries_whatever_that_of_the_sinks(dtype: torch.dtype):
    q, k, v = random(3, 2, 5, 3, dtype=dtype)
    for found in sink_attention(q, k, v, torch.zeros(2), causal_mask(5)):
        assert found.dtype == dtype


def test_scores_that_overflow_are_nan():
    q = torch.full((1, 2, 3), 1e30)
    assert sink_attention(q, q, q, torch.zeros(1))[0].isnan().all()


def test_dropout_leaves_the_sink_alone():
    q, k, v = random(3, 2, 5, 3)
    sinks = torch.ones(2).double()
    _, weights = sink_attention(q, k, v, sinks)
    torch.manual_seed(0)
    found, same = sink_attention(q, k, v, sinks, dropout=0.5)
    torch.manual_seed(0)
    expected = torch.nn.functional.dropout(weights, 0.5) @ v
    torch.testing.assert_close((found, same), (expected, weights))


def test_what_does_not_fit_is_named():
    q = random(2, 5, 3)
    with refusal("sinks must have shape (num_heads=2,). Got (3,)."):
        sink_attention(q, q, q, torch.zeros(3))
    with refusal(
        "queries must have shape (..., num_heads, num_queries, d_k). Got (5, 3)."
    ):
        sink_attention(q[0], q[0], q[0], torch.zeros(1))
    with refusal(
        "mask must have a shape that broadcasts to that of scores, (2, 5, 5). "
        "Got (4, 5)."
    ):
        sink_attention(q, q, q, torch.zeros(2), torch.ones(4, 5).bool())
