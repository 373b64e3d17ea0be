"""Softmax by hand, naive and stable, against loops over Python floats."""

import math
import re
from collections.abc import Callable

import pytest
import torch

from attention import naive_softmax, stable_softmax
from tests.attention.devices import DEVICES

Softmax = Callable[[torch.Tensor, int], torch.Tensor]

BOTH = [naive_softmax, stable_softmax]
TOLERANCE = {torch.float32: 1e-6, torch.float64: 1e-12, torch.bfloat16: 1e-2}


def random_scores(dtype: torch.dtype) -> torch.Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.randn(3, 5, 7, generator=generator).to(dtype)


def shares_by_loops(scores: list[float]) -> list[float]:
    exponentials = [math.exp(score) for score in scores]
    return [each / math.fsum(exponentials) for each in exponentials]


@pytest.mark.parametrize("softmax", BOTH)
def test_shares_are_those_found_by_hand(softmax: Softmax):
    scores = torch.log(torch.tensor([[1.0, 2.0, 5.0], [3.0, 3.0, 2.0]]))
    rows = torch.tensor([[1 / 8, 2 / 8, 5 / 8], [3 / 8, 3 / 8, 2 / 8]])
    columns = torch.tensor([[1 / 4, 2 / 5, 5 / 7], [3 / 4, 3 / 5, 2 / 7]])
    torch.testing.assert_close(softmax(scores, -1), rows)
    torch.testing.assert_close(softmax(scores, 0), columns)


@pytest.mark.parametrize("softmax", BOTH)
@pytest.mark.parametrize("dim", [0, 1, 2, -1, -2, -3])
@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
def test_it_equals_loops_over_python_floats_along_every_dim(
    softmax: Softmax, dim: int, dtype: torch.dtype
):
    scores = random_scores(dtype)
    weights = softmax(scores, dim)

    assert weights.dtype == dtype
    assert weights.shape == scores.shape
    lines = scores.double().movedim(dim, -1)
    expected = [shares_by_loops(line) for line in lines.flatten(0, -2).tolist()]
    torch.testing.assert_close(
        weights.double().movedim(dim, -1).flatten(0, -2),
        torch.tensor(expected, dtype=torch.float64),
        rtol=TOLERANCE[dtype],
        atol=TOLERANCE[dtype],
    )


@pytest.mark.parametrize("softmax", BOTH)
def test_a_vector_will_do(softmax: Softmax):
    scores = random_scores(torch.float64)[0, 0]
    torch.testing.assert_close(softmax(scores, 0), torch.softmax(scores, 0))


@pytest.mark.parametrize("shift", [-1e4, 0.0, 1e4])
def test_the_stable_one_does_not_notice_a_shift(shift: float):
    scores = random_scores(torch.float64)
    torch.testing.assert_close(
        stable_softmax(scores + shift, -1), torch.softmax(scores, -1)
    )


def test_the_naive_one_overflows_where_the_stable_one_does_not():
    scores = torch.tensor([89.0, 88.0])
    share = 1 / (1 + math.exp(-1))
    assert naive_softmax(scores, 0)[0].isnan()
    torch.testing.assert_close(
        stable_softmax(scores, 0), torch.tensor([share, 1 - share])
    )


@pytest.mark.parametrize("softmax", BOTH)
def test_minus_infinity_gets_nothing(softmax: Softmax):
    weights = softmax(torch.tensor([0.0, -torch.inf, 0.0]), 0)
    assert torch.equal(weights, torch.tensor([0.5, 0.0, 0.5]))


@pytest.mark.parametrize("softmax", BOTH)
def test_minus_infinity_alone_gives_nan_as_torchs_own_does(softmax: Softmax):
    nothing = torch.full((2,), -torch.inf)
    assert torch.softmax(nothing, 0).isnan().all()
    assert softmax(nothing, 0).isnan().all()


@pytest.mark.parametrize("softmax", BOTH)
def test_gradients_agree_with_differences(softmax: Softmax):
    scores = random_scores(torch.float64)[0].requires_grad_()
    assert torch.autograd.gradcheck(lambda x: softmax(x, -1), scores)


@pytest.mark.parametrize("softmax", BOTH)
def test_it_compiles_without_a_graph_break(softmax: Softmax):
    scores = random_scores(torch.float32)
    compiled = torch.compile(softmax, fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(scores, -1), softmax(scores, -1))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("softmax", BOTH)
def test_it_computes_where_the_scores_are(softmax: Softmax, device: str):
    weights = softmax(random_scores(torch.float32).to(device), -1)
    assert weights.device.type == device
    assert weights.shape == (3, 5, 7)


@pytest.mark.parametrize("softmax", BOTH)
@pytest.mark.parametrize(
    ("scores", "dim", "message"),
    [
        (
            torch.tensor(1.0),
            0,
            "scores must have at least one axis. Got shape ().",
        ),
        (
            torch.tensor([1, 2]),
            0,
            "scores must be floating point. Got torch.int64.",
        ),
        (
            torch.ones(3, 5),
            2,
            "dim must be from -2 to 1 for scores of 2 axes. Got 2.",
        ),
        (
            torch.ones(3),
            -2,
            "dim must be from -1 to 0 for scores of 1 axes. Got -2.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    softmax: Softmax, scores: torch.Tensor, dim: int, message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        softmax(scores, dim)


def test_no_scores_have_no_maximum():
    message = "scores must not be empty along dim=1. Got (3, 0)."
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        stable_softmax(torch.ones(3, 0), 1)


def test_rows_far_apart_do_not_feel_one_another():
    scores = torch.tensor([[0.0, 0.0], [1000.0, 1000.0], [-1000.0, -1000.0]])
    assert torch.equal(stable_softmax(scores, dim=-1), torch.full((3, 2), 0.5))
