"""A checkpoint folder whose weights have eight bits, with a scale for each block.

    X.weight            the codes, of the dtype float8_e4m3fn
    X.weight_scale_inv  the scales of its blocks, to multiply with in spite of its name

config.json says how large a block is (DeepSeek-V3's README_WEIGHTS.md, FP8 Weight
Documentation):

    "quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128], …}

Blocks at the right and lower edge may be smaller.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from attention.frontier.float8 import dequantise
from attention.models.hub_folder import read_tensors

SCALES = "_scale_inv"


def block_of(path: Path, config: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the sides of a block, or None if weights do not have eight bits.

    Args:
        path: The path of the config, for errors.
        config: Its entries.

    Raises:
        ValueError: If quantization_config is there and is not as above.
    """
    found = config.get("quantization_config")
    if found is None:
        return None
    sides = found.get("weight_block_size") if isinstance(found, dict) else None
    if (
        not isinstance(sides, list)
        or [type(side) for side in sides] != [int, int]
        or min(sides) < 1
        or found.get("quant_method") != "fp8"
        or found.get("fmt", "e4m3") != "e4m3"
    ):
        raise ValueError(
            f"{path}: quantization_config must be missing, or have the quant_method "
            "'fp8', the fmt 'e4m3' and a weight_block_size of two positive integers. "
            f"Got {found!r}."
        )
    return sides[0], sides[1]


def read_float8(
    folder: Path, block: tuple[int, int] | None
) -> Iterator[tuple[Path, str, Tensor]]:
    """Yield the tensors of a folder, those of eight bits times their scales in float32.

    Codes and scales may be in two files; what comes first is kept until the other does.

    Args:
        folder: The folder.
        block: The sides of a block, or None if weights do not have eight bits.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If codes have no scales, or scales no codes, there is not one scale
            for each block, or as `read_tensors` does.
    """
    waiting: dict[str, Tensor] = {}
    for path, name, tensor in read_tensors(folder):
        coded = tensor.dtype == torch.float8_e4m3fn
        if not coded and not name.endswith(SCALES):
            yield path, name, tensor
            continue
        if block is None:
            raise ValueError(
                f"{path}: {name!r} is of weights of eight bits, so config.json must "
                "have a quantization_config. It does not."
            )
        stem = name.removesuffix(SCALES)
        other = name + SCALES if coded else stem
        if other not in waiting:
            waiting[name] = tensor
            continue
        both = (tensor, waiting.pop(other))
        codes, scales = both if coded else both[::-1]
        blocks = [-(-n // side) for n, side in zip(codes.shape, block, strict=False)]
        if codes.dim() != 2 or list(scales.shape) != blocks:
            raise ValueError(
                f"{path}: {stem!r} and its {SCALES!r} must be matrices with a scale "
                f"for each block of {block}. Got codes of shape {tuple(codes.shape)} "
                f"and scales of shape {tuple(scales.shape)}."
            )
        yield path, stem, dequantise(codes, scales, block)
    for name in waiting:
        other = name.removesuffix(SCALES)
        other = name + SCALES if other == name else other
        raise ValueError(
            f"{folder} must hold a tensor {other!r}, beside {name!r}. It does not."
        )
