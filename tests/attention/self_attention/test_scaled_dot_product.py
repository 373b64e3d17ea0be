"""The core and its three steps, against torch's fused attention."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    scaled_dot_product_attention,
)
from tests.attention.expect import attention_by_torch, random, with_slopes

BATCHES = [((), ()), ((2,), ()), ((), (3,)), ((2, 1), (3,)), ((2, 3), (2, 3))]


@given(st.integers(0, 99), st.integers(1, 11), st.sampled_from(BATCHES), st.booleans())
def test_contexts_weights_and_gradients_are_torchs_however_batches_broadcast(
    seed: int, d_k: int, batches: tuple[tuple[int, ...], tuple[int, ...]], masked: bool
):
    """Under a mask that allows nothing to some of the queries, too."""
    ours, theirs = batches
    queries, keys = random(*ours, 5, d_k, seed=seed), random(*theirs, 7, d_k, seed=1)
    given = [queries, keys, random(*theirs, 7, 13, seed=2)]
    given = [tensor.requires_grad_() for tensor in given]
    mask = random(5, 7, seed=seed) > 0.8 if masked else None
    contexts, weights = scaled_dot_product_attention(*given, mask=mask)
    expected, weights_of_torch = attention_by_torch(*given, mask=mask)
    slopes = with_slopes(contexts, given), with_slopes(expected, given)
    torch.testing.assert_close(*slopes)
    torch.testing.assert_close(weights, weights_of_torch)


def test_weights_are_those_before_dropout_and_dropout_draws_as_nn_dropout_does():
    x = random(3, 5, 7, dtype=torch.float32)
    torch.manual_seed(5)
    contexts, weights = scaled_dot_product_attention(x, x, x, dropout=0.5)
    torch.testing.assert_close(weights.sum(dim=-1), torch.ones(3, 5))
    torch.manual_seed(5)
    torch.testing.assert_close(contexts, torch.nn.Dropout(0.5)(weights) @ x)


@pytest.mark.parametrize(
    ("number", "dtype"), [(3000.0, torch.float16), (1e21, torch.float32)], ids=str
)
@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("masked", [False, True])
def test_scores_that_overflow_are_nan_and_never_zero(number, dtype, sign, masked):
    x = torch.tensor([[[number, 0.0, -number]], [[1.0, 2.0, 3.0]]], dtype=dtype)
    values = torch.ones_like(x)
    mask = torch.ones(1, 1, dtype=torch.bool) if masked else None
    contexts, weights = scaled_dot_product_attention(x, sign * x, values, mask)
    assert weights[0].isnan().all()
    assert contexts[0].isnan().all()
    assert (contexts[1] == 1).all()  # the other sequence of the batch
    if sign > 0 and not masked and dtype == torch.float32:
        assert F.scaled_dot_product_attention(x, x, values)[0].isnan().all()
