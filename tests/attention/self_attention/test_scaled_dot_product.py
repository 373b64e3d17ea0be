"""The core, against loops over Python's floats and torch's fused attention."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    causal_mask,
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from tests.attention.expect import attention_by_loops, random


@given(st.integers(0, 99), st.booleans())
def test_contexts_and_weights_are_those_of_loops(seed: int, masked: bool):
    queries, keys, values = (
        random(*shape, seed=seed) for shape in ((3, 5), (7, 5), (7, 11))
    )
    mask = random(3, 7, seed=seed) > 0 if masked else None
    found = scaled_dot_product_attention(queries, keys, values, mask)
    everything = torch.ones(3, 7, dtype=torch.bool)
    expected = attention_by_loops(
        queries, keys, values, everything if mask is None else mask
    )
    torch.testing.assert_close(found, expected)


@given(
    st.sampled_from([(), (2,), (2, 3)]),
    st.sampled_from([(), (1,), (3,), (2, 1), (2, 3)]),
    st.booleans(),
)
def test_contexts_are_those_of_torchs_fused_attention(
    ours: tuple[int, ...], theirs: tuple[int, ...], causal: bool
):
    try:
        torch.broadcast_shapes(ours, theirs)
    except RuntimeError:
        return
    queries, keys = random(*ours, 5, 11), random(*theirs, 7, 11, seed=1)
    values = random(*theirs, 7, 13, seed=2)
    mask = causal_mask(5, 7) if causal else None
    contexts, _ = scaled_dot_product_attention(queries, keys, values, mask)
    expected = F.scaled_dot_product_attention(queries, keys, values, mask)
    torch.testing.assert_close(contexts, expected)


def test_the_scale_is_the_root_of_the_width():
    for d_k in (1, 2, 5):
        scores = scaled_attention_scores(torch.ones(2, d_k), torch.ones(3, d_k))
        torch.testing.assert_close(scores, torch.full((2, 3), d_k**0.5))


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
def test_scores_that_overflow_are_nan_and_never_zero(
    number: float, dtype: torch.dtype, sign: float, masked: bool
):
    x = torch.tensor([[[number, 0.0, -number]], [[1.0, 2.0, 3.0]]], dtype=dtype)
    values = torch.ones_like(x)
    mask = torch.ones(1, 1, dtype=torch.bool) if masked else None
    contexts, weights = scaled_dot_product_attention(x, sign * x, values, mask)
    assert weights[0].isnan().all()
    assert contexts[0].isnan().all()
    assert (contexts[1] == 1).all()  # the other sequence of the batch
    if sign > 0 and not masked and dtype == torch.float32:
        assert F.scaled_dot_product_attention(x, x, values)[0].isnan().all()


def test_where_the_mask_allows_nothing_contexts_and_gradients_are_zero():
    queries, keys, values = (random(3, 5, seed=s).requires_grad_() for s in range(3))
    mask = torch.tensor([[True] * 3, [False] * 3, [True, False, True]])
    contexts, weights = scaled_dot_product_attention(queries, keys, values, mask)
    assert (contexts[1] == 0).all()
    assert (weights[1] == 0).all()
    contexts.pow(2).sum().backward()
    assert (queries.grad[1] == 0).all()
    assert all(t.grad.isfinite().all() for t in (queries, keys, values))
    assert torch.autograd.gradcheck(
        lambda q, k, v: scaled_dot_product_attention(q, k, v, mask)[0],
        (queries, keys, values),
    )
