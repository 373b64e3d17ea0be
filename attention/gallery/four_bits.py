"""Four bits with a scale for each 32 numbers, as gpt-oss stores its experts (MXFP4).

After the Open Compute Project (2023), Microscaling Formats, sections 5.3 and 5.4: a
number has a sign, two bits of exponent and one of mantissa, and a scale is a power of
two, stored as its exponent plus 127. In the files of gpt-oss

    X_blocks    bytes (..., rows, blocks, 16), each of two numbers, the lower bits first
    X_scales    bytes (..., rows, blocks)

stand for a tensor X (..., 32 blocks, rows), which is transposed.
"""

import torch
from torch import Tensor

from attention.loaders.config_file import Config

BLOCKS, SCALES = "_blocks", "_scales"
POSITIVE = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]
VALUES = POSITIVE + [-value for value in POSITIVE]


def are_in(config: Config) -> bool:
    """Return whether a folder has such numbers, as its quantization_config says.

    Args:
        config: What config.json holds.
    """
    match config.entries:
        case {
            "model_type": "gpt_oss",
            "quantization_config": {"quant_method": "mxfp4"},
        }:
            return True
    return False


def decode_four_bits(blocks: Tensor, scales: Tensor) -> Tensor:
    """Return the numbers of a tensor in bfloat16, which holds each of them exactly.

    Args:
        blocks: The bytes of the numbers.
        scales: Those of the scales; 255 stands for not a number.

    Raises:
        ValueError: If they are no bytes, or there is not one scale for 16 bytes.
    """
    shapes = tuple(blocks.shape), tuple(scales.shape)
    bytes_ = {blocks.dtype, scales.dtype} == {torch.uint8}
    if not bytes_ or shapes[0] != (*shapes[1], 16):
        raise ValueError(
            "blocks and scales must be bytes, with one scale for 16 bytes of blocks. "
            f"Got {blocks.dtype} {shapes[0]} and {scales.dtype} {shapes[1]}."
        )
    numbers = torch.tensor(VALUES, dtype=torch.bfloat16, device=blocks.device)
    found = numbers[torch.stack([blocks & 15, blocks >> 4], dim=-1).int()].flatten(-2)
    exponents = (scales.int() - 127)[..., None]
    scaled = torch.ldexp(found, exponents).masked_fill(exponents == 128, torch.nan)
    return scaled.flatten(-2).mT
