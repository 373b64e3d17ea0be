"""Eight bits: codes against torch's, rounding against a search of all codes."""

import pytest
import torch
from torch import Tensor

from attention import decode_float8, dequantise, quantise
from tests.attention.expect import random

FLOAT8 = [torch.float8_e4m3fn, torch.float8_e5m2]
LARGEST = {torch.float8_e4m3fn: 448, torch.float8_e5m2: 57344, torch.int8: 127}


@pytest.mark.parametrize("dtype", FLOAT8)
def test_all_codes_are_torchs_bit_for_bit(dtype: torch.dtype):
    codes = torch.arange(256).to(torch.uint8).view(16, 16)
    ours, torchs = decode_float8(codes, dtype), codes.view(dtype).float()
    numbers = ~torchs.isnan()
    assert torch.equal(numbers, ~ours.isnan())
    found, expected = (x.view(torch.int32)[numbers] for x in (ours, torchs))
    assert torch.equal(found, expected)


def nearest(x: Tensor, dtype: torch.dtype) -> Tensor:
    """The nearest number of the type, searched among all; of two, the even code's."""
    codes = torch.arange(256).to(torch.uint8)
    codes = torch.cat([codes[::2], codes[1::2]])  # of equal ones argmin has the first
    values = codes.view(dtype).float()
    kept = values.isfinite() & (values.abs() <= LARGEST[dtype])
    values = values[kept]
    return values[(x[..., None] - values).abs().argmin(dim=-1)]


@pytest.mark.parametrize("dtype", LARGEST)
@pytest.mark.parametrize("block", [(2, 3), (1, 11), (7, 11), (128, 128), (1, 1)])
@pytest.mark.parametrize("spread", [1.0, 1e-3, 1e6])
def test_each_block_is_scaled_alone_and_rounded_to_the_nearest_code(
    dtype: torch.dtype, block: tuple[int, int], spread: float
):
    x = spread * random(7, 11, seed=2, dtype=torch.float32) ** 5
    codes, scales = quantise(x, block, dtype)
    assert codes.dtype == dtype
    back = dequantise(codes, scales, block)
    for i, row in enumerate(range(0, 7, block[0])):
        for j, column in enumerate(range(0, 11, block[1])):
            here = slice(row, row + block[0]), slice(column, column + block[1])
            scale = x[here].abs().max() / LARGEST[dtype]
            assert torch.equal(scales[i, j], scale)
            assert torch.equal(codes[here].float(), nearest(x[here] / scale, dtype))
            assert torch.equal(back[here], codes[here].float() * scale)
    assert scales.numel() == -(-7 // block[0]) * -(-11 // block[1])


@pytest.mark.parametrize("dtype", LARGEST)
def test_nothing_overflows_and_zeros_stay_zeros(dtype: torch.dtype):
    tiny = 2.0**-149  # a scale of one or two of them is rounded a lot
    for size in (0.0, tiny, 190 * tiny, 600 * tiny, 80_000 * tiny, 1e-38, 3e38):
        x = size * torch.tensor([[1.0, -0.7, 0.0], [0.3, 1.0, -1.0]])
        codes, scales = quantise(x, (2, 3), dtype)
        assert codes.float().isfinite().all()
        assert codes.float().abs().max() <= LARGEST[dtype]
        assert (codes.float()[x == 0] == 0).all()
        assert (codes.float() * x >= 0).all()
        assert (scales > 0).all()
