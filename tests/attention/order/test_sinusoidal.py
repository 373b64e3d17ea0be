"""Sinusoidal positions, against the formula in Python's floats."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import SinusoidalPositions, shift_matrix, sinusoidal_positions
from tests.attention.expect import NARROW, random


def feature(position: float, i: int, d_model: int) -> float:
    omega = 10000 ** (-2 * (i // 2) / d_model)
    return math.cos(omega * position) if i % 2 else math.sin(omega * position)


@given(st.lists(st.integers(-9, 10**6), min_size=1, max_size=3), st.integers(1, 9))
def test_each_feature_is_what_the_paper_says(positions: list[int], d_model: int):
    expected = [[feature(p, i, d_model) for i in range(d_model)] for p in positions]
    found = sinusoidal_positions(torch.tensor(positions), d_model, dtype=torch.float64)
    expected = torch.tensor(expected, dtype=torch.float64)
    torch.testing.assert_close(found, expected, atol=1e-9, rtol=0)


def test_the_dtype_follows_the_positions_unless_it_is_given():
    whole = torch.arange(3)
    assert sinusoidal_positions(whole, 4).dtype == torch.float32
    assert sinusoidal_positions(whole.double(), 4).dtype == torch.float64
    assert sinusoidal_positions(whole, 4, dtype=torch.float16).dtype == torch.float16
    assert shift_matrix(whole, 4, dtype=torch.float64).dtype == torch.float64
    assert sinusoidal_positions(whole.to("meta"), 4).is_meta


@pytest.mark.parametrize("dtype", [torch.float64, *NARROW], ids=str)
def test_the_layer_adds_the_vector_of_each_position(dtype: torch.dtype):
    x = random(2, 3, 5).to(dtype)
    expected = x + sinusoidal_positions(torch.arange(3), 5, dtype=dtype)
    assert torch.equal(SinusoidalPositions(5)(x), expected)
    assert list(SinusoidalPositions(5).state_dict()) == []
