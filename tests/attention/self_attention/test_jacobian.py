"""Softmax's Jacobian, against autograd, answers found by hand, and exact fractions."""

import math
import re
from collections.abc import Callable

import pytest
import torch

from attention import softmax_jacobian

NUM_KEYS = 7
TOLERANCE = {torch.float32: 1e-6, torch.float64: 1e-14, torch.bfloat16: 1e-2}


def softmax(scores: torch.Tensor) -> torch.Tensor:
    return torch.softmax(scores, dim=-1)


def random_scores(*batch: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(0)
    return 2 * torch.randn(*batch, NUM_KEYS, generator=generator, dtype=torch.float64)


def test_slopes_are_those_found_by_hand():
    scores = torch.log(torch.tensor([1.0, 3.0]))  # shares 1/4 and 3/4
    expected = torch.tensor([[3.0, -3.0], [-3.0, 3.0]]) / 16
    torch.testing.assert_close(softmax_jacobian(scores), expected)


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
def test_slopes_equal_autograds(dtype: torch.dtype):
    scores = random_scores().to(dtype)
    slopes = softmax_jacobian(scores)
    expected = torch.autograd.functional.jacobian(softmax, scores.double())

    assert slopes.dtype == dtype
    torch.testing.assert_close(slopes.double(), expected, rtol=0, atol=TOLERANCE[dtype])


@pytest.mark.parametrize("batch", [(2,), (5, 3)], ids=str)
def test_each_row_of_scores_has_a_matrix_of_its_own(batch: tuple[int, ...]):
    scores = random_scores(*batch)
    slopes = softmax_jacobian(scores)

    assert slopes.shape == (*batch, NUM_KEYS, NUM_KEYS)
    for one, row in zip(
        slopes.reshape(-1, NUM_KEYS, NUM_KEYS),
        scores.reshape(-1, NUM_KEYS),
        strict=True,
    ):
        torch.testing.assert_close(one, softmax_jacobian(row))


def test_raising_all_scores_moves_no_weight():
    sums = softmax_jacobian(random_scores(2)).sum(dim=-1)
    torch.testing.assert_close(sums, torch.zeros_like(sums), rtol=0, atol=1e-15)


def test_the_slope_of_a_weight_that_is_nearly_one_is_not_lost():
    slopes = softmax_jacobian(torch.tensor([43.0, 0.0]))  # 1 - weight is 0 in float32
    torch.testing.assert_close(
        slopes / math.exp(-43.0), torch.tensor([[1.0, -1.0], [-1.0, 1.0]])
    )


def test_it_works_on_any_device():
    scores = torch.zeros(2, NUM_KEYS, device="meta")
    assert softmax_jacobian(scores).device == scores.device


def test_gradients_flow_through_it():
    scores = random_scores()[:3].requires_grad_()
    assert torch.autograd.gradcheck(softmax_jacobian, (scores,))


def test_it_compiles_without_a_graph_break():
    compiled = torch.compile(
        softmax_jacobian, fullgraph=True, dynamic=True, backend="eager"
    )
    scores = random_scores(2)
    torch.testing.assert_close(compiled(scores), softmax_jacobian(scores))


@pytest.mark.parametrize("num_keys", [1, 2])
def test_of_nan_every_slope_is_nan(num_keys: int):
    scores = torch.zeros(num_keys)
    scores[0] = torch.nan
    assert softmax_jacobian(scores).isnan().all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: softmax_jacobian(torch.tensor(1.0)),
            "scores must have shape (..., num_keys). Got ().",
        ),
        (
            lambda: softmax_jacobian(torch.ones(3, dtype=torch.int64)),
            "scores must be floating point. Got torch.int64.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
