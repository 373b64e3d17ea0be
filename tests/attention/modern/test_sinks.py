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
from tests.attention.expect import random, refusal


@settings(deadline=None, max_examples=40)
@given(
    num_heads=st.integers(1, 5),
    num_queries=st.integers(1, 5),
    earlier=st.integers(0, 3),
    causal=st.booleans(),
)
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
    torch.testing.assert_close(found, kept * plain, rtol=0, atol=1e-12)
    torch.testing.assert_close(weights, kept * shares, rtol=0, atol=1e-12)
    mine, theirs = (
        torch.autograd.grad(out.sin().sum(), (q, k, v, sinks))
        for out in (found, kept * plain)
    )
    torch.testing.assert_close(mine, theirs, rtol=1e-9, atol=1e-10)


def test_it_is_one_more_logit_whose_weight_is_dropped():
    q, k, v = random(3, 2, 3, 5, 4)
    sinks = random(3, seed=1)
    column = sinks.reshape(1, -1, 1, 1).expand(2, -1, 5, -1)
    logits = torch.cat([q @ k.mT / 2, column], dim=-1)
    expected = torch.softmax(logits, dim=-1)[..., :-1]
    found, weights = sink_attention(q, k, v, sinks)
    torch.testing.assert_close(weights, expected, rtol=0, atol=1e-12)
    torch.testing.assert_close(found, expected @ v, rtol=0, atol=1e-12)


def test_a_sink_of_minus_infinity_is_none_and_a_hidden_row_is_zero():
    q, k, v = random(3, 2, 5, 3)
    mask = causal_mask(5)
    mask[2] = False
    none = torch.full((2,), -torch.inf, dtype=torch.float64)
    for m in (None, mask):
        torch.testing.assert_close(
            sink_attention(q, k, v, none, m), scaled_dot_product_attention(q, k, v, m)
        )
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


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_the_dtype_is_that_of_queries_whatever_that_of_the_sinks(dtype: torch.dtype):
    q, k, v = random(3, 2, 5, 3, dtype=dtype)
    for sinks in (torch.zeros(2), torch.zeros(2, dtype=dtype)):
        for found in sink_attention(q, k, v, sinks, causal_mask(5)):
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
    torch.testing.assert_close(found, expected)
    torch.testing.assert_close(same, weights)


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
