"""What docs/frontier/eight-bits.md says in general."""

import pytest
import torch
from torch import Tensor

from attention import decode_float8, dequantise, quantise
from tests.attention.expect import random

CODES = torch.arange(256).to(torch.uint8)
TYPES = {torch.float8_e4m3fn: (3, 7), torch.float8_e5m2: (2, 15)}


def test_the_formula_of_a_code():
    found = CODES.view(torch.float8_e4m3fn).float()
    for code in set(range(256)) - {127, 255}:
        s, e, f = code >> 7, code >> 3 & 15, code & 7
        normal = (-1) ** s * 2.0 ** (e - 7) * (1 + f / 8)
        value = normal if e > 0 else (-1) ** s * 2.0**-6 * f / 8
        assert found[code] == value


def neighbours(dtype: torch.dtype) -> Tensor:
    """The positive normal numbers of a type, in order."""
    values = CODES.view(dtype).float()
    smallest = 2.0 ** (1 - TYPES[dtype][1])
    return values[values.isfinite() & (values >= smallest)].sort().values


@pytest.mark.parametrize("dtype", TYPES)
def test_the_bound_of_rounding(dtype: torch.dtype):
    """Reached halfway between each power of two and its neighbour, never exceeded."""
    bits, bias = TYPES[dtype]
    normal = neighbours(dtype)
    bound = 1 / (2 ** (bits + 1) + 1)
    for k in range(1 - bias, int(normal[-1].log2()) + 1):
        assert (2.0 ** (k - bits - 1)) / (2.0**k + 2.0 ** (k - bits - 1)) == bound
        inside = normal[(normal >= 2.0**k) & (normal <= 2.0 ** (k + 1))]
        assert (inside.diff() == 2.0 ** (k - bits)).all()
        half = torch.tensor(2.0**k + 2.0 ** (k - bits - 1))
        off = (half.to(dtype).float() - half).abs() / half
        assert float(off) == pytest.approx(bound)
    steps = torch.linspace(0, 1, 201)[:, None]
    between = normal[:-1] + steps * normal.diff()
    error = (between.to(dtype).float() - between).abs() / between
    assert error.max() <= bound * (1 + 1e-6)


@pytest.mark.parametrize("dtype", TYPES)
def test_each_exponent_has_as_many_codes_as_the_mantissa_has_values(dtype: torch.dtype):
    bits, bias = TYPES[dtype]
    values = decode_float8(CODES, dtype)
    for k in range(1 - bias, 8):
        assert ((values >= 2.0**k) & (values < 2.0 ** (k + 1))).sum() == 2**bits
    subnormal = values[(values >= 0) & (values < 2.0 ** (1 - bias))].unique().diff()
    assert (subnormal == subnormal[0]).all()


def test_blocks_limit_the_damage_of_an_outlier():
    """Outside the outlier's block, not a bit differs."""
    x = random(32, 32, dtype=torch.float32)
    spoilt = x.clone()
    spoilt[9, 13] = 300
    outside = torch.ones(32, 32, dtype=torch.bool)
    outside[8:16, 8:16] = False
    for dtype in (torch.int8, *TYPES):
        clean, found = (
            dequantise(*quantise(m, (8, 8), dtype), (8, 8)) for m in (x, spoilt)
        )
        assert torch.equal(clean[outside], found[outside])
        assert not torch.equal(clean[~outside], found[~outside])


def test_a_sum_stops_when_1_is_half_the_distance_to_the_next_number_or_less():
    for dtype in (torch.float8_e4m3fn, torch.bfloat16, torch.float16):
        total = torch.zeros(())
        while (total + 1).to(dtype).float() != total:
            total = (total + 1).to(dtype).float()
        apart = torch.finfo(dtype).eps * 2.0 ** int(total.log2())
        below = torch.finfo(dtype).eps * 2.0 ** int((total - 1).log2())
        assert apart / 2 >= 1
        assert below / 2 < 1
