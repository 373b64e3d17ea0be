"""Rotary positions, against complex numbers and formulas of distance alone."""

import math

import pytest
import torch
from torch import Tensor, nn

from attention import (
    RotaryPositions,
    rotary_frequencies,
    rotate,
    split_heads,
    to_halves,
)
from tests.attention.expect import NARROW, WithoutFloat64, assert_close, random

BATCH, HEADS, TOKENS, HEAD_DIM, D_IN = 2, 3, 5, 14, 11
POSITIONS = torch.tensor([0, 3, 4, 17, 100])
ONE = torch.arange(1)


def turned(pairs: Tensor, positions: Tensor, omega: Tensor) -> Tensor:
    """Pairs as complex numbers, times exp(i p omega)."""
    angles = positions.double()[:, None] * omega
    return pairs * torch.polar(torch.ones_like(angles), angles)


@pytest.mark.parametrize("base", [10000.0, 500000.0, 7.0, 0.5])
def test_each_pair_is_multiplied_by_a_complex_number(base: float):
    x = random(BATCH, HEADS, TOKENS, HEAD_DIM)
    omega = base ** (-torch.arange(7).double() / 7)
    pairs = turned(torch.complex(x[..., :7], x[..., 7:]), POSITIONS, omega)
    expected = torch.cat([pairs.real, pairs.imag], dim=-1)
    for positions in (POSITIONS, POSITIONS.double(), POSITIONS.int()):
        assert_close(rotate(x, positions, base), expected)


def neighbours(x: Tensor, positions: Tensor) -> Tensor:
    """Su et al.'s pairs, 2i and 2i + 1, as in Meta's code for Llama."""
    pairs = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    omega = rotary_frequencies(x.shape[-1])
    return torch.view_as_real(turned(pairs, positions, omega)).flatten(-2)


@pytest.mark.parametrize("num_heads", [1, 2, 5])
def test_reordered_weights_give_the_scores_of_neighbours(num_heads: int):
    x, (W_query, W_key) = random(TOKENS, D_IN), random(2, num_heads * 14, D_IN, seed=1)

    def scores(turn, *weights: Tensor) -> Tensor:
        queries, keys = (
            turn(split_heads(x @ W.T, num_heads), POSITIONS) for W in weights
        )
        return queries @ keys.mT

    expected = scores(neighbours, W_query, W_key)
    halves = to_halves(W_query, num_heads), to_halves(W_key, num_heads)
    assert_close(scores(rotate, *halves), expected)
    assert (scores(rotate, W_query, W_key) - expected).abs().max() > 0.01


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_the_dtype_stays_and_angles_are_exact_at_far_positions(dtype: torch.dtype):
    x, far = torch.ones(2, 2, dtype=dtype), torch.tensor([2047, 100_003])
    found = rotate(x, far)
    assert found.dtype == dtype
    for row, p in zip(found.double(), far.tolist(), strict=True):
        expected = [math.cos(p) - math.sin(p), math.sin(p) + math.cos(p)]
        assert (row - torch.tensor(expected)).abs().max() < 0.02


@pytest.mark.parametrize("dtype", [torch.float64, *NARROW], ids=str)
@pytest.mark.parametrize("base", [10000.0, 7.0])
def test_a_table_gives_what_rotate_gives_to_the_last_bit(dtype, base):
    x = random(BATCH, HEADS, TOKENS, HEAD_DIM, dtype=dtype)
    layer = RotaryPositions(20, HEAD_DIM, base).to(dtype)
    for start in (0, 3, 15):
        expected = rotate(x, torch.arange(start, start + TOKENS), base)
        assert torch.equal(layer(x, start), expected)
    other = RotaryPositions(20, HEAD_DIM, frequencies=rotary_frequencies(14, base))
    assert torch.equal(other.to(dtype)(x), layer(x))
    assert list(layer.state_dict()) == []


def test_a_table_that_is_converted_or_moved_and_comes_back_has_lost_nothing():
    layer, x = RotaryPositions(9, HEAD_DIM), random(TOKENS, HEAD_DIM)
    expected = rotate(x, torch.arange(TOKENS))
    assert torch.equal(layer.bfloat16().double()(x), expected)
    moved = nn.Sequential(layer).to("meta").to_empty(device="cpu").double()
    with torch.inference_mode():  # a table that stays is left alone
        moved.cpu()
    assert torch.equal(moved(x.requires_grad_()), expected)
    moved(x).sum().backward()


def test_nothing_in_float64_is_computed_off_the_cpu():
    with WithoutFloat64():
        with torch.device("meta"):
            layer = RotaryPositions(9, HEAD_DIM)
            x = torch.ones(TOKENS, HEAD_DIM)
        assert layer(x).is_meta
        assert layer.bfloat16()(x.bfloat16()).is_meta
        assert rotate(x, POSITIONS).is_meta
        with pytest.raises(AssertionError):
            layer.double()


def test_halves_are_the_even_rows_then_the_odd_ones_of_each_head():
    rows = torch.arange(12.0)
    assert to_halves(rows, 2).tolist() == [0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11]
