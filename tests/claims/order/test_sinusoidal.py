"""What is behind the general sentences of docs/order/sinusoidal.md."""

import math

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import SinusoidalPositions, inputs, shift_matrix, sinusoidal_positions

POSITIONS = st.integers(-100_000, 100_000)
PAIRS = st.integers(1, 64)
DOUBLE = {"dtype": torch.float64}


@settings(max_examples=40)
@given(POSITIONS, st.integers(1, 40))
def test_the_formula_of_each_feature(p: int, d_model: int) -> None:
    vector = sinusoidal_positions(torch.tensor(p), d_model, **DOUBLE).tolist()
    for i in range((d_model + 1) // 2):
        omega = 10000 ** (-2 * i / d_model)
        assert math.isclose(vector[2 * i], math.sin(omega * p), abs_tol=1e-9)
        if 2 * i + 1 < d_model:  # an odd width ends in a sine
            assert math.isclose(vector[2 * i + 1], math.cos(omega * p), abs_tol=1e-9)


@settings(max_examples=60)
@given(POSITIONS, PAIRS)
def test_all_positions_are_equally_long(position: int, pairs: int) -> None:
    vector = sinusoidal_positions(torch.tensor(position), 2 * pairs, **DOUBLE)
    assert abs(vector.norm() - pairs**0.5) < 1e-12
    odd = sinusoidal_positions(torch.tensor([0, 1, 2]), 2 * pairs + 1, **DOUBLE)
    assert odd.norm(dim=-1).unique().numel() == 3  # hence "even"


@settings(max_examples=60)
@given(POSITIONS, st.integers(-500, 500), PAIRS)
def test_one_matrix_moves_every_position(position: int, k: int, pairs: int) -> None:
    matrix = shift_matrix(torch.tensor(k), 2 * pairs, **DOUBLE)
    here = sinusoidal_positions(torch.tensor(position), 2 * pairs, **DOUBLE)
    there = sinusoidal_positions(torch.tensor(position + k), 2 * pairs, **DOUBLE)
    assert torch.allclose(matrix @ here, there, atol=1e-9)
    if k:
        back = shift_matrix(torch.tensor(-k), 2 * pairs, **DOUBLE)
        assert not torch.allclose(matrix, back)


@settings(max_examples=60)
@given(POSITIONS, POSITIONS, st.integers(-500, 500), PAIRS)
def test_dot_products_depend_on_the_distance(
    one: int, other: int, k: int, pairs: int
) -> None:
    starts = torch.tensor([one, other, other + k])
    ends = torch.tensor([one + k, other + k, other])
    here = sinusoidal_positions(starts, 2 * pairs, **DOUBLE)
    there = sinusoidal_positions(ends, 2 * pairs, **DOUBLE)
    products = (here * there).sum(dim=-1)
    assert torch.allclose(products, products[0].expand(3), atol=1e-8)


@settings(max_examples=60)
@given(POSITIONS, st.integers(1, 20), PAIRS)
def test_a_matrix_for_keys_tells_before_from_after(
    position: int, k: int, pairs: int
) -> None:
    offsets = torch.tensor([0, k, -k])
    here, after, before = sinusoidal_positions(position + offsets, 2 * pairs, **DOUBLE)
    move_on = shift_matrix(torch.tensor(k), 2 * pairs, **DOUBLE)
    assert torch.allclose(here @ move_on @ before, here @ here)  # as large as can be
    assert here @ move_on @ after < here @ here - 1e-3


def _spread_at_odd_width() -> float:
    here = sinusoidal_positions(torch.tensor([0, 10, 1000]), 3, **DOUBLE)
    there = sinusoidal_positions(torch.tensor([5, 15, 1005]), 3, **DOUBLE)
    products = (here * there).sum(dim=-1)
    return (products.max() - products.min()).item()


def test_a_sine_without_its_cosine_cannot_be_moved_on() -> None:
    positions = torch.arange(10_000)
    for width, works in ((2, True), (3, False), (4, True), (5, False)):
        here = sinusoidal_positions(positions, width, **DOUBLE)
        there = sinusoidal_positions(positions + 100, width, **DOUBLE)
        fitted = torch.linalg.lstsq(here, there).solution
        assert ((here @ fitted - there).abs().max() < 1e-9).item() == works
    assert _spread_at_odd_width() > 0.1


def test_any_position_and_nothing_stored() -> None:
    for position in (-5.5, 0.0, 17.0, 1e6, 1e9):
        for width in (1, 2, 3, 512):
            vector = sinusoidal_positions(torch.tensor(position), width)
            assert vector.shape == (width,)
            assert (vector.abs() <= 1).all()
    layer = SinusoidalPositions(3)
    assert not layer.state_dict()
    assert not list(layer.parameters())
    assert layer(inputs.repeat(1000, 1)).shape == (6000, 3)


def test_raw_numbers_drown_the_words() -> None:
    torch.manual_seed(0)
    pairs = torch.rand(2, 100, 16)
    cosines = [
        torch.cosine_similarity(*(pairs + position), dim=-1).mean()
        for position in (0, 5, 500)
    ]
    assert cosines[0] < 0.9 < 0.99 < cosines[1] < cosines[2]
    assert 1 - cosines[2] < 5e-5
