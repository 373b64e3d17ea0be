"""Eight bits: the two kinds of float8, and tensors stored in eight bits with scales.

A code has a sign s, an exponent e and a mantissa f of M bits (Micikevicius et al.,
2022, FP8 formats for deep learning, section 3). Its value is

    (-1)^s 2^(e - bias) (1 + f / 2^M)    if e > 0
    (-1)^s 2^(1 - bias) f / 2^M          if e = 0

                          bits of e    M    bias    largest
    torch.float8_e4m3fn           4    3       7        448
    torch.float8_e5m2             5    2      15     57,344

In e4m3 the codes whose last seven bits are all 1 are not a number. In e5m2 those with
the largest e are infinite if f = 0, and not a number otherwise.

A tensor is divided by scales so that its largest number becomes the largest one of the
type. DeepSeek-V3 has a scale for each 128 x 128 block of a weight, and for each 1 x 128
block of what a layer is given (DeepSeek-AI, 2024, section 3.3.2).
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Float32, Shaped, UInt8
from torch import Tensor

from attention.checks import check_floating, check_shape

LARGEST = {torch.float8_e4m3fn: 448.0, torch.float8_e5m2: 57344.0, torch.int8: 127.0}
LAYOUT = {torch.float8_e4m3fn: (3, 7), torch.float8_e5m2: (2, 15)}  # M, bias


def decode_float8(
    codes: UInt8[Tensor, "..."], dtype: torch.dtype
) -> Float32[Tensor, "..."]:
    """Return the values of bytes, computed from their bits.

    Args:
        codes: The bytes; those of a float8 tensor are `x.view(torch.uint8)`.
        dtype: torch.float8_e4m3fn or torch.float8_e5m2.

    Raises:
        ValueError: If dtype is another one.
    """
    if dtype not in LAYOUT:
        raise ValueError(f"dtype must be one of {[*LAYOUT]}. Got {dtype}.")
    bits, bias = LAYOUT[dtype]
    code = codes.int()
    negative, exponent = code >> 7, (code & 127) >> bits
    mantissa = code & (2**bits - 1)
    part = mantissa / 2**bits + (exponent > 0)  # 1 + f / 2^M, or f / 2^M
    value = torch.ldexp(part, exponent.clamp(min=1) - bias)
    if dtype == torch.float8_e4m3fn:
        value[(code & 127) == 127] = float("nan")
    else:
        value[(exponent == 31) & (mantissa == 0)] = float("inf")
        value[(exponent == 31) & (mantissa > 0)] = float("nan")
    return torch.where(negative > 0, -value, value)


def quantise(
    x: Float[Tensor, "rows columns"],
    block: tuple[int, int] = (128, 128),
    dtype: torch.dtype = torch.float8_e4m3fn,
) -> tuple[Shaped[Tensor, "rows columns"], Float32[Tensor, "row_blocks column_blocks"]]:
    """Return a matrix in eight bits, and the scales of its blocks.

    What is divided by its scale is clamped before it is rounded: torch rounds numbers
    beyond the largest of e4m3 to nan before 2.12, and to 448 from then on. A block of
    zeros has the scale 1. Blocks at the right and lower edge may be smaller.

    Args:
        x: The matrix, which is rounded to float32 first.
        block: Rows and columns of a block: (1, x.shape[1]) has a scale for each row,
            and x.shape one for all.
        dtype: torch.float8_e4m3fn, torch.float8_e5m2 or torch.int8.

    Raises:
        ValueError: If x is no floating-point matrix or has numbers that are not finite,
            a side of the block is less than 1, or dtype is another one.
    """
    check_floating("x", x)
    check_shape("x", x, "rows columns")
    if dtype not in LARGEST:
        raise ValueError(f"dtype must be one of {[*LARGEST]}. Got {dtype}.")
    x = x.float()
    if not x.isfinite().all():
        raise ValueError("x must be finite in float32. Got nan or inf.")
    largest = LARGEST[dtype]
    scales = _block_maxima(x.abs(), block) / largest
    scales = torch.where(scales == 0, 1.0, scales)
    scaled = (x / _spread(scales, block, x)).clamp(-largest, largest)
    if dtype == torch.int8:
        scaled = scaled.round()
    return scaled.to(dtype), scales


def dequantise(
    codes: Shaped[Tensor, "rows columns"],
    scales: Float[Tensor, "row_blocks column_blocks"],
    block: tuple[int, int] = (128, 128),
) -> Float32[Tensor, "rows columns"]:
    """Return what quantise was given, up to rounding: each number times its scale.

    In the files of DeepSeek-V3, scales are called `weight_scale_inv`.

    Args:
        codes: The matrix in eight bits.
        scales: One for each block, to multiply with.
        block: Rows and columns of a block.

    Raises:
        ValueError: If codes are no matrix, a side of the block is less than 1, or there
            is not one scale for each block.
    """
    check_shape("codes", codes, "rows columns")
    _check_block(block)
    rows, columns = (-(-n // side) for n, side in zip(codes.shape, block, strict=True))
    check_shape("scales", scales, "rows columns", rows=rows, columns=columns)
    return codes.float() * _spread(scales.float(), block, codes)


def _check_block(block: tuple[int, int]) -> None:
    """Check that a block has at least one row and one column."""
    if min(block) < 1:
        raise ValueError(f"block must have sides of at least 1. Got {block}.")


def _block_maxima(x: Tensor, block: tuple[int, int]) -> Tensor:
    """Return the largest number of each block of a matrix without negative numbers."""
    _check_block(block)
    (rows, columns), (high, wide) = x.shape, block
    x = F.pad(x, (0, -columns % wide, 0, -rows % high))
    return x.unflatten(1, (-1, wide)).unflatten(0, (-1, high)).amax(dim=(1, 3))


def _spread(scales: Tensor, block: tuple[int, int], like: Tensor) -> Tensor:
    """Return for each number of a matrix the scale of its block."""
    by_row = scales.repeat_interleave(block[0], dim=0)[: like.shape[0]]
    return by_row.repeat_interleave(block[1], dim=1)[:, : like.shape[1]]
