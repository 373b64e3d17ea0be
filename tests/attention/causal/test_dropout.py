"""Dropout by a portable mask: against loops, its own formula, and nn.Dropout."""

import math
import re
from collections.abc import Callable

import pytest
import torch
from torch import nn

from attention import apply_dropout, dropout_mask
from tests.attention.devices import DEVICES

# Distinct primes, so that a swapped axis cannot go unnoticed.
SHAPES = [(), (7,), (5, 3), (2, 13, 5)]
DTYPES = [torch.float32, torch.float64, torch.bfloat16]
RATES = [0.0, 0.1, 0.5, 0.75]


def drop_by_loops(numbers: list[float], draws: list[float], p: float) -> list[float]:
    """Python's floats alone: nothing in common with the code under test."""
    return [
        0.0 if draw < p else number / (1 - p)
        for number, draw in zip(numbers, draws, strict=True)
    ]


@pytest.mark.parametrize("p", RATES)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_what_is_kept_is_divided_by_the_share_that_is_kept(
    shape: tuple[int, ...], dtype: torch.dtype, p: float
):
    x = torch.linspace(-2, 3, math.prod(shape)).reshape(shape).to(dtype)
    before = x.clone()
    torch.manual_seed(0)
    dropped = apply_dropout(x, p)
    torch.manual_seed(0)
    draws = torch.rand(shape)

    assert dropped.dtype == dtype
    assert dropped.shape == shape
    assert torch.equal(x, before)
    expected = drop_by_loops(x.double().flatten().tolist(), draws.flatten().tolist(), p)
    torch.testing.assert_close(
        dropped.double().flatten(),
        torch.tensor(expected, dtype=torch.float64),
        rtol=1e-2 if dtype == torch.bfloat16 else 1e-6,
        atol=0,
    )


def test_a_mask_is_the_draws_of_rand_that_reach_the_rate():
    torch.manual_seed(123)
    mask = dropout_mask((2, 3), 0.5)
    assert mask.dtype == torch.bool
    # torch.rand(2, 3) after this seed: .2961 .5166 .2517 | .6886 .0740 .8665
    assert mask.tolist() == [[False, True, False], [True, False, True]]


def test_a_draw_that_is_the_rate_itself_is_kept():
    torch.manual_seed(123)
    for place, rate in enumerate(torch.rand(7).tolist()):
        torch.manual_seed(123)
        assert dropout_mask((7,), rate)[place]


def test_a_mask_does_not_depend_on_the_default_dtype_or_device():
    torch.manual_seed(3)
    expected = dropout_mask((5, 7), 0.3)
    default = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        torch.manual_seed(3)
        with torch.device("meta"):
            assert torch.equal(dropout_mask((5, 7), 0.3, device="cpu"), expected)
    finally:
        torch.set_default_dtype(default)


def test_a_mask_is_put_where_it_is_needed_and_drawn_on_the_cpu():
    torch.manual_seed(3)
    dropout_mask((5, 7), 0.3)
    after = torch.get_rng_state()
    torch.manual_seed(3)
    assert dropout_mask((5, 7), 0.3, device="meta").device.type == "meta"
    assert torch.equal(torch.get_rng_state(), after)
    with torch.device("meta"):
        assert dropout_mask((5, 7), 0.3).device.type == "meta"


def test_a_rate_of_zero_keeps_everything():
    x = torch.arange(35.0).reshape(5, 7)
    assert dropout_mask(x.shape, 0.0).all()
    assert torch.equal(apply_dropout(x, 0.0), x)


@pytest.mark.parametrize("p", RATES)
def test_the_mean_is_kept(p: float):
    torch.manual_seed(1)
    mean = apply_dropout(torch.full((200_000,), 0.7), p).mean()
    # The mean of n draws lies within 5 standard errors, but for one seed in millions.
    error = 0.7 * math.sqrt(p / (1 - p) / 200_000)
    torch.testing.assert_close(mean, torch.tensor(0.7), rtol=0, atol=5 * error + 1e-6)


@pytest.mark.parametrize("p", RATES)
def test_values_are_those_of_nn_dropout_wherever_both_keep(p: float):
    x = torch.rand(1000) + 1
    torch.manual_seed(2)
    ours, theirs = apply_dropout(x, p), nn.Dropout(p)(x)
    both = (ours != 0) & (theirs != 0)
    assert both.any()
    torch.testing.assert_close(ours[both], theirs[both])


def test_gradients_are_right_and_none_passes_what_was_dropped():
    x = torch.linspace(1, 2, 15, dtype=torch.float64).reshape(5, 3).requires_grad_()

    def drop(x: torch.Tensor) -> torch.Tensor:
        torch.manual_seed(4)  # the same mask at each evaluation
        return apply_dropout(x, 0.4)

    assert torch.autograd.gradcheck(drop, (x,))
    dropped = drop(x)
    (slope,) = torch.autograd.grad(dropped.sum(), x)
    assert torch.equal(slope == 0, dropped == 0)
    assert (slope == 0).any()


@pytest.mark.parametrize("device", DEVICES)
def test_the_result_stays_where_its_argument_is(device: str):
    dropped = apply_dropout(torch.ones(5, 3, device=device), 0.5)
    assert dropped.device.type == device
    assert dropped.shape == (5, 3)


def test_dropout_compiles_without_graph_breaks():
    compiled = torch.compile(apply_dropout, fullgraph=True, backend="eager")
    x = torch.rand(5, 3)
    torch.manual_seed(5)
    expected = apply_dropout(x, 0.5)
    torch.manual_seed(5)
    torch.testing.assert_close(compiled(x, 0.5), expected)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dropout_mask((2, 3), 1.0), "p must be in [0, 1). Got 1.0."),
        (lambda: dropout_mask((2, 3), -0.1), "p must be in [0, 1). Got -0.1."),
        (lambda: dropout_mask((2, 3), math.nan), "p must be in [0, 1). Got nan."),
        (lambda: apply_dropout(torch.ones(3), 2.0), "p must be in [0, 1). Got 2.0."),
        (
            lambda: apply_dropout(torch.arange(3), 0.5),
            "x must be floating point. Got torch.int64.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
