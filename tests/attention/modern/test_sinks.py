"""Attention with a sink, against one more key without a value, and the log-sum-exp."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import (
    causal_mask,
    scaled_attention_scores,
    scaled_dot_product_attention,
    sink_attention,
)
from tests.attention.expect import assert_close, random, with_slopes


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


def test_scores_that_overflow_are_nan_as_in_the_core():
    q = torch.full((1, 2, 3), 1e30)
    assert sink_attention(q, q, q, torch.zeros(1))[0].isnan().all()
