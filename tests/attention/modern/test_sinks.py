"""Attention with a sink, against one more key without a value, and the log-sum-exp."""

import pytest
import torch

from attention import (
    causal_mask,
    core_attention,
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from tests.attention.expect import assert_close, random, with_slopes


@pytest.mark.parametrize("mask", [None, causal_mask(5, 7)], ids=["whole", "causal"])
def test_results_and_gradients_are_those_of_a_sigmoid_of_the_log_sum_exp(mask):
    shapes = enumerate([(2, 3, 5, 11), (2, 3, 7, 11), (2, 3, 7, 13), (3,)])
    given = [random(*shape, seed=n).requires_grad_() for n, shape in shapes]
    q, k, v, sinks = given
    found, weights = core_attention(q, k, v, mask, sinks=sinks)

    plain, shares = scaled_dot_product_attention(q, k, v, mask)
    scores = scaled_attention_scores(q, k)
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    kept = torch.sigmoid(scores.logsumexp(dim=-1) - sinks[:, None])[..., None]
    assert_close(weights, kept * shares)
    assert_close(with_slopes(found, given), with_slopes(kept * plain, given), 1e-10)


def test_a_sink_that_is_nan_makes_its_head_nan_with_a_mask_or_without():
    q, sinks = random(2, 5, 3), torch.tensor([torch.nan, -torch.inf]).double()
    for mask in (None, causal_mask(5)):
        out, _ = core_attention(q, q, q, mask, sinks=sinks)
        assert out[0].isnan().all()
        assert_close(out[1], scaled_dot_product_attention(q[1], q[1], q[1], mask)[0])
