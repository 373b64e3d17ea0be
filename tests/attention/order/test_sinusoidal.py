"""Sinusoidal positions, against the formula in Python's floats."""

import pytest
import torch

from attention import SinusoidalPositions, shift_matrix, sinusoidal_positions
from tests.attention.expect import NARROW, random


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
