"""The file format in which trained weights are passed on: safetensors.

    8 bytes       the length of the header, an unsigned integer, little-endian
    the header    JSON: for each tensor its dtype, shape and data_offsets
    the data      the numbers of each tensor, row after row, little-endian

data_offsets are the first byte of a tensor and the first after it, counted from the
beginning of the data. The tensors cover the data without holes or overlaps. The header
may have an entry `__metadata__`, which is no tensor, and end in spaces (Hugging Face,
README of the repository safetensors, section Format).

Such a file holds numbers and their names, but no code, unlike one of `torch.save`.
"""

import json
import math
import reprlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

DTYPES = {
    "F64": torch.float64,
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "F8_E4M3": torch.float8_e4m3fn,
    "F8_E5M2": torch.float8_e5m2,
    "I64": torch.int64,
    "I32": torch.int32,
    "I16": torch.int16,
    "I8": torch.int8,
    "U8": torch.uint8,
    "BOOL": torch.bool,
}
MOST = 2**60  # numbers of which torch can count the bytes
NAMES = {dtype: name for name, dtype in DTYPES.items()}


def read_safetensors(path: str | Path) -> dict[str, Tensor]:
    """Return the tensors of a safetensors file by their names.

    They are on torch's default device, as tensors are that torch makes.

    Args:
        path: The file.

    Raises:
        ValueError: If the file is truncated or not a safetensors file, or if a tensor
            has a dtype that is not in `DTYPES`, a shape of which torch can make no
            tensor, offsets that do not fit its shape, or does not begin where the one
            before it ends. It names the file and the tensor.
    """
    device = torch.get_default_device()
    tensors = map_safetensors(path).items()
    return {name: tensor.to(device, copy=True) for name, tensor in tensors}


def map_safetensors(path: str | Path) -> dict[str, Tensor]:
    """Return the tensors of a file, whose numbers are read when they are used.

    They are on the CPU. The file must not be written as long as they are in use. Those
    that do not lie at a multiple of the size of their numbers are read at once.

    Args:
        path: The file.

    Raises:
        ValueError: As `read_safetensors` does.
    """
    size = Path(path).stat().st_size
    with Path(path).open("rb") as file:
        begin = 8 + int.from_bytes(file.read(8), "little")
        if size < begin:
            raise ValueError(
                f"{path} must have the {begin} bytes or more that it announces: "
                f"it is truncated, or no safetensors file. Got {size}."
            )
        header = _parse(path, file.read(begin - 8))
    whole = torch.from_file(str(path), size=size, dtype=torch.uint8, device="cpu")
    tensors, data, end = {}, whole[begin:], 0
    for name, entry in sorted(header.items(), key=lambda e: e[1]["data_offsets"]):
        dtype, shape, start = DTYPES[entry["dtype"]], entry["shape"], end
        end = start + math.prod(shape) * dtype.itemsize
        if entry["data_offsets"] != [start, end]:
            raise ValueError(
                f"{path}: the data_offsets of {name!r} must be {[start, end]}, from "
                f"the end of the tensor before, for {entry['dtype']} of shape "
                f"{tuple(shape)}. Got {entry['data_offsets']}."
            )
        if end > len(data):
            raise ValueError(
                f"{path} must have {end} bytes of data for {name!r}: it is truncated. "
                f"Got {len(data)}."
            )
        numbers = data[start:end]
        if numbers.storage_offset() % dtype.itemsize:  # torch views aligned bytes alone
            numbers = numbers.clone()
        tensors[name] = numbers.view(dtype).view(shape)
    if end != len(data):
        raise ValueError(
            f"{path} must end where its last tensor does, at byte {begin + end}. "
            f"Got {size} bytes."
        )
    return tensors


def write_safetensors(path: str | Path, tensors: Mapping[str, Tensor]) -> None:
    """Write tensors to a safetensors file, in their order.

    A tensor that is named twice is written twice.

    Args:
        path: The file; replaced if it exists.
        tensors: What to write, by name.

    Raises:
        ValueError: If a tensor has a dtype that is not in `DTYPES`, or is called
            `__metadata__`, as what is no tensor is.
    """
    header, end = {}, 0
    for name, tensor in tensors.items():
        if tensor.dtype not in NAMES or name == "__metadata__":
            raise ValueError(
                f"tensors must have dtypes among {', '.join(NAMES.values())} and names "
                f"other than __metadata__. Got {name!r} of {tensor.dtype}."
            )
        start, end = end, end + tensor.numel() * tensor.element_size()
        entry = {"dtype": NAMES[tensor.dtype], "shape": list(tensor.shape)}
        header[name] = entry | {"data_offsets": [start, end]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # the data begin at a multiple of 8
    with Path(path).open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for tensor in tensors.values():
            data = bytearray(tensor.numel() * tensor.element_size())
            if data:  # torch.frombuffer refuses an empty buffer
                numbers = torch.frombuffer(data, dtype=tensor.dtype)
                numbers.copy_(tensor.detach().flatten())
            file.write(data)


def _parse(path: str | Path, text: bytes) -> dict[str, dict[str, Any]]:
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise ValueError(
            f"{path} must have a header in JSON, an object with an entry for each "
            f"tensor. Got {text[:20]!r}."
        )
    header.pop("__metadata__", None)
    for name, entry in header.items():
        if not _is_entry(entry):
            raise ValueError(
                f"{path}: the entry of {name!r} must have a dtype among "
                f"{', '.join(DTYPES)}, a shape of at most 2**60 numbers, and two "
                f"data_offsets. Got {reprlib.repr(entry)}."
            )
    return header


def _is_entry(entry: Any) -> bool:
    match entry:
        case {"dtype": str(dtype), "shape": [*axes], "data_offsets": [int(), int()]}:
            sizes = all(type(n) is int and n >= 0 for n in axes)
            return dtype in DTYPES and sizes and math.prod(n or 1 for n in axes) <= MOST
    return False
