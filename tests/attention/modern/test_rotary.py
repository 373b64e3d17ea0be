"""Rotary positions, against complex numbers and formulas of distance alone."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from attention import (
    MultiHeadAttention,
    RotaryPositions,
    rotary_frequencies,
    rotate,
    rotate_at,
    to_halves,
)
from tests.attention.expect import random, refusal

BATCH, HEADS, TOKENS, HEAD_DIM, D_IN = 2, 3, 5, 14, 11
POSITIONS = torch.tensor([0, 3, 4, 17, 100])
ONE = torch.arange(1)


def by_complex_numbers(x: Tensor, positions: Tensor, base: float) -> Tensor:
    """Each pair as one complex number, times exp(i p omega)."""
    half = x.shape[-1] // 2
    found = torch.empty_like(x)
    for t, p in enumerate(positions.tolist()):
        for i in range(half):
            angle = torch.tensor(p / base ** (i / half), dtype=torch.float64)
            turn = torch.polar(torch.ones((), dtype=torch.float64), angle)
            pair = torch.complex(x[..., t, i], x[..., t, half + i]) * turn
            found[..., t, i], found[..., t, half + i] = pair.real, pair.imag
    return found


@pytest.mark.parametrize("base", [10000.0, 500000.0, 7.0, 0.5])
def test_each_pair_is_multiplied_by_a_complex_number(base: float):
    x = random(BATCH, HEADS, TOKENS, HEAD_DIM)
    expected = by_complex_numbers(x, POSITIONS, base)
    for positions in (POSITIONS, POSITIONS.double(), POSITIONS.int()):
        found = rotate(x, positions, base)
        torch.testing.assert_close(found, expected, rtol=0, atol=1e-12)


@settings(max_examples=50, deadline=None)
@given(
    pairs=st.integers(1, 9),
    shift=st.integers(-1000, 1000),
    base=st.floats(2.0, 1e6),
    seed=st.integers(0, 100),
)
def test_scores_depend_on_distances_alone_and_lengths_are_kept(
    pairs: int, shift: int, base: float, seed: int
):
    queries = random(TOKENS, 2 * pairs, seed=seed)
    keys = random(TOKENS, 2 * pairs, seed=seed + 1)

    def scores(positions: Tensor) -> Tensor:
        return rotate(queries, positions, base) @ rotate(keys, positions, base).mT

    found = scores(POSITIONS + shift)
    torch.testing.assert_close(found, scores(POSITIONS), rtol=0, atol=1e-10)
    turned = rotate(queries, POSITIONS + shift, base)
    norms = (turned.norm(dim=-1), queries.norm(dim=-1))
    torch.testing.assert_close(*norms, rtol=0, atol=1e-12)
    one = rotate(queries[:1].expand(TOKENS, -1), POSITIONS, base)
    for i, a in enumerate(POSITIONS.tolist()):  # without turning
        angles = (a - 3) * rotary_frequencies(2 * pairs, base)
        q, k = queries[0].view(2, pairs), keys[1].view(2, pairs)
        cosines = (q * k).sum(dim=0) * angles.cos()
        sines = (q[0] * k[1] - q[1] * k[0]) * angles.sin()
        score = one[i] @ rotate(keys, POSITIONS, base)[1]
        torch.testing.assert_close(score, (cosines + sines).sum(), rtol=0, atol=1e-10)


def test_position_zero_turns_nothing_and_turns_add_up():
    x = random(TOKENS, HEAD_DIM)
    assert torch.equal(rotate(x, torch.zeros(TOKENS)), x)
    twice = rotate(rotate(x, POSITIONS), 2 * POSITIONS)
    torch.testing.assert_close(twice, rotate(x, 3 * POSITIONS), rtol=0, atol=1e-12)
    back = rotate(rotate(x, POSITIONS), -POSITIONS)
    torch.testing.assert_close(back, x, rtol=0, atol=1e-12)


def neighbours(x: Tensor, positions: Tensor) -> Tensor:
    """Su et al.'s pairs, 2i and 2i + 1, as in Meta's code for Llama."""
    omega = rotary_frequencies(x.shape[-1])
    turn = torch.polar(
        torch.ones(len(positions), len(omega), dtype=torch.float64),
        positions[:, None] * omega,
    )
    pairs = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(pairs * turn).flatten(-2)


@pytest.mark.parametrize("num_heads", [1, 2, 5])
def test_reordered_weights_give_the_scores_of_neighbours(num_heads: int):
    torch.manual_seed(0)
    width = num_heads * HEAD_DIM
    layer = MultiHeadAttention(D_IN, width, 7, 0.0, num_heads, qkv_bias=True).double()
    x = random(BATCH, TOKENS, D_IN)

    def scores(turn, reorder: bool) -> Tensor:
        turned = []
        for linear in (layer.W_query, layer.W_key):
            weight, bias = linear.weight, linear.bias
            if reorder:
                weight, bias = to_halves(weight, num_heads), to_halves(bias, num_heads)
            features = x @ weight.T + bias
            heads = features.unflatten(-1, (num_heads, HEAD_DIM)).transpose(1, 2)
            turned.append(turn(heads, POSITIONS))
        return turned[0] @ turned[1].mT

    expected = scores(neighbours, reorder=False)
    found = scores(rotate, reorder=True)
    torch.testing.assert_close(found, expected, rtol=0, atol=1e-12)
    assert (scores(rotate, reorder=False) - expected).abs().max() > 0.01


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_the_dtype_stays_and_angles_are_exact_at_far_positions(dtype: torch.dtype):
    x, far = torch.ones(2, 2, dtype=dtype), torch.tensor([2047, 100_003])
    found = rotate(x, far)
    assert found.dtype == dtype
    for row, p in zip(found.double(), far.tolist(), strict=True):
        expected = [math.cos(p) - math.sin(p), math.sin(p) + math.cos(p)]
        assert (row - torch.tensor(expected)).abs().max() < 0.02


@pytest.mark.parametrize(
    "dtype", [torch.float64, torch.float32, torch.bfloat16], ids=str
)
@pytest.mark.parametrize("base", [10000.0, 7.0])
def test_a_table_gives_what_rotate_gives_to_the_last_bit(
    dtype: torch.dtype, base: float
):
    x = random(BATCH, HEADS, TOKENS, HEAD_DIM, dtype=dtype)
    layer = RotaryPositions(20, HEAD_DIM, base).to(dtype)
    for start in (0, 3, 15):
        expected = rotate(x, torch.arange(start, start + TOKENS), base)
        assert torch.equal(layer(x, start), expected)
    other = RotaryPositions(20, HEAD_DIM, frequencies=rotary_frequencies(14, base))
    assert torch.equal(other.to(dtype)(x), layer(x))
    assert list(layer.state_dict()) == []


def test_a_table_that_is_converted_and_comes_back_has_lost_nothing():
    x, layer = (
        random(TOKENS, HEAD_DIM),
        RotaryPositions(9, HEAD_DIM).bfloat16().double(),
    )
    assert torch.equal(layer(x), rotate(x, torch.arange(TOKENS)))
    model = nn.Sequential(RotaryPositions(9, HEAD_DIM).to("meta"))
    model = model.to_empty(device="cpu").double()
    assert torch.equal(model(x), layer(x))
    with torch.device("meta"):
        model = nn.ModuleList([RotaryPositions(9, HEAD_DIM), nn.Linear(2, 2)])
    assert model.double()[0].cosine.is_meta
    model.load_state_dict(
        nn.ModuleList([layer, nn.Linear(2, 2)]).state_dict(), assign=True
    )
    assert torch.equal(model.to("cpu")[0](x), layer(x))


def test_a_table_that_stays_where_it_is_is_left_alone():
    layer = RotaryPositions(9, HEAD_DIM).double()
    with torch.inference_mode():
        layer.cpu()
    layer(random(TOKENS, HEAD_DIM).requires_grad_()).sum().backward()
    assert layer.share_memory().cosine.is_shared()


class WithoutFloat64(TorchDispatchMode):
    """A device that has no float64, as Apple's GPUs: the meta device plays it."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        for tensor in tree_leaves(out):
            if isinstance(tensor, Tensor) and tensor.is_meta:
                assert tensor.dtype != torch.float64, func
        return out


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
    table = rows[:, None].expand(12, 5)
    assert torch.equal(to_halves(table, 2)[:, 3], to_halves(rows, 2))
    for num_heads in (0, -1, 4, 5):
        with refusal(
            f"weight must have an even number of rows for each of num_heads="
            f"{num_heads}. Got 12 rows."
        ):
            to_halves(rows, num_heads)


def test_what_does_not_fit_is_refused():
    x = random(BATCH, TOKENS, HEAD_DIM)
    layer = RotaryPositions(7, HEAD_DIM).double()
    shape = "x must have shape (..., num_tokens, head_dim"
    for message, function, *arguments in (
        ("positions must have shape (num_tokens=5,). Got (1,).", rotate, x, ONE),
        ("x must be floating point. Got torch.int64.", rotate, x.long(), POSITIONS),
        (f"{shape}=12). Got (2, 5, 14).", rotate_at, x, POSITIONS, torch.ones(6)),
        (f"{shape}). Got (14,).", rotate, x[0, 0], POSITIONS),
        (f"{shape}). Got ().", rotate, torch.tensor(1.0), POSITIONS),
        ("head_dim must be even. Got 7.", rotate, x[..., :7], POSITIONS),
        ("head_dim must be even. Got 7.", RotaryPositions, 7, 7),
        ("head_dim must be at least 1. Got -2.", rotary_frequencies, -2),
        ("base must be positive. Got 0.0.", rotary_frequencies, 6, 0.0),
        ("base must be positive. Got nan.", rotary_frequencies, 6, math.nan),
        ("context_length must be at least 1. Got 0.", RotaryPositions, 0, HEAD_DIM),
        ("cached and new tokens must fit context_length=7. Got 3 + 5.", layer, x, 3),
        (f"{shape}=14). Got (2, 5, 12).", layer, x[..., :12]),
    ):
        with refusal(message):
            function(*arguments)
    with refusal("frequencies must have shape (num_pairs=7,). Got (6,)."):
        RotaryPositions(7, HEAD_DIM, frequencies=rotary_frequencies(12))
