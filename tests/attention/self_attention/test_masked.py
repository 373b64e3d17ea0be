"""Weights under a mask, against a loop and torch's fused attention."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from attention import causal_mask, masked_attention_weights
from tests.attention.expect import random, refusal

SHAPE = (2, 3, 5, 7)  # batch, num_heads, num_queries, num_keys
FITTING = [(7,), (1,), (5, 7), (5, 1), (1, 7), (3, 1, 1), (2, 1, 5, 7), SHAPE]


def softmax_of_allowed(scores: Tensor, mask: Tensor) -> Tensor:
    """The softmax of what is allowed, one row after another."""
    weights = torch.zeros_like(scores)
    for place in torch.cartesian_prod(*map(torch.arange, scores.shape[:-1])).tolist():
        row, allowed = tuple(place), mask.expand(scores.shape)[tuple(place)]
        weights[row][allowed] = torch.softmax(scores[row][allowed], dim=0)
    return weights


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
@given(st.sampled_from(FITTING), st.integers(0, 99), st.sampled_from([0.2, 0.5, 0.9]))
def test_a_mask_of_any_shape_that_broadcasts_leaves_the_softmax_of_what_it_allows(
    shape: tuple[int, ...], seed: int, share: float
):
    scores = random(*SHAPE, seed=seed).requires_grad_()
    mask = random(*shape, seed=seed).sigmoid() < share
    weights = masked_attention_weights(scores, mask)
    expected = softmax_of_allowed(scores.detach(), mask)
    torch.testing.assert_close(weights, expected)
    assert (weights[~mask.expand(SHAPE)] == 0).all()
    with torch.autograd.detect_anomaly():  # no nan, even on the way
        weights.pow(2).sum().backward()
    assert scores.grad.isfinite().all()
    assert (scores.grad[~mask.expand(SHAPE)] == 0).all()


@pytest.mark.parametrize("mask", [None, torch.ones(2, dtype=torch.bool)], ids=str)
@pytest.mark.parametrize(
    "scores", [[-torch.inf] * 2, [torch.inf, 0.0], [torch.nan, 1.0]]
)
def test_a_row_that_is_not_finite_is_nan_where_the_mask_allows_it(scores, mask):
    rows = torch.tensor([scores, [0.0, 0.0]])
    assert rows.softmax(dim=-1)[0].isnan().all()
    weights = masked_attention_weights(rows, mask)
    assert weights[0].isnan().all()
    assert weights[1].tolist() == [0.5, 0.5]


@pytest.mark.parametrize("hidden", [torch.nan, torch.inf, -torch.inf, 0.0, 1e30])
@pytest.mark.parametrize("seen", [0.0, -1e30])
def test_what_is_hidden_changes_nothing_whatever_it_is(hidden: float, seen: float):
    scores = torch.full((2, 3), hidden)
    scores[0, :2] = seen
    mask = torch.tensor([[True, True, False], [False, False, False]])
    scores.requires_grad_()
    weights = masked_attention_weights(scores, mask)
    assert weights.tolist() == [[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]
    weights[:, 0].sum().backward()
    assert scores.grad.isfinite().all()
    assert (scores.grad[1] == 0).all()


def test_gradients_agree_with_finite_differences():
    scores = random(3, 5).requires_grad_()
    mask = causal_mask(3, 5) & torch.tensor([[True], [False], [True]])
    assert torch.autograd.gradcheck(masked_attention_weights, (scores, mask))


@pytest.mark.parametrize(
    ("of_scores", "of_mask"),
    [(SHAPE, shape) for shape in [(), (3,), (7, 5), (2, 5, 7), (1, 2, 3, 5, 7)]]
    + [((1, 7), (5, 7))],  # one query is not multiplied by a mask for several
    ids=str,
)
def test_a_mask_that_does_not_fit_is_refused(
    of_scores: tuple[int, ...], of_mask: tuple[int, ...]
):
    with refusal(
        "mask must have a shape that broadcasts to that of scores, "
        f"{of_scores}. Got {of_mask}."
    ):
        masked_attention_weights(random(*of_scores), torch.ones(of_mask).bool())
    with refusal("mask must be boolean, True = may attend. Got torch.float32."):
        masked_attention_weights(random(*of_scores), torch.ones(of_scores))
