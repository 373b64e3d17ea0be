"""The safetensors reader and writer, against files put together byte by byte."""

import json
import reprlib
import struct
from pathlib import Path
from typing import Any

import pytest
import torch

from attention.loaders.safetensors_file import (
    DTYPES,
    read_safetensors,
    write_safetensors,
)
from tests.attention.expect import random, refusal, refuses


def entry(dtype: str, shape: list[int], start: int, end: int) -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, end]}


def made(path: Path, header: object, data: bytes = b"") -> Path:
    """A file of a header and data, and nothing of ours in it."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


def test_a_file_by_hand_is_read(tmp_path: Path):
    header = {
        "__metadata__": {"format": "pt"},
        "last": entry("I64", [2], 18, 34),  # not in the order of the data
        "halves": entry("F16", [3, 1], 12, 18),
        "first": entry("F32", [3], 0, 12),
        "none": entry("F32", [0, 5], 34, 34),
        "scalar": entry("BOOL", [], 34, 35),
    }
    data = struct.pack("<3f3e2q?", 1.5, -2.0, 0.25, 7.0, 0.5, -1.0, 2**40, -3, True)
    text = json.dumps(header).encode() + b"   "  # padded
    tensors = read_safetensors(made(tmp_path / "a", text, data))
    assert torch.equal(tensors["first"], torch.tensor([1.5, -2.0, 0.25]))
    halves = torch.tensor([[7.0], [0.5], [-1.0]], dtype=torch.float16)
    assert torch.equal(tensors["halves"], halves)
    assert torch.equal(tensors["last"], torch.tensor([2**40, -3]))
    assert tensors["none"].shape == (0, 5)
    assert torch.equal(tensors["scalar"], torch.tensor(True))
    assert set(tensors) == {"first", "halves", "last", "none", "scalar"}


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_what_was_written_is_read(tmp_path: Path, dtype: torch.dtype):
    path, shapes = tmp_path / "a", [(), (3, 5), (0, 2), (2, 1, 3)]
    tensors = {
        f"{i}": (99 * random(*shape, seed=i).sigmoid()).to(dtype)
        for i, shape in enumerate(shapes)
    }
    write_safetensors(path, tensors)
    again = read_safetensors(path)
    assert list(again) == list(tensors)
    for name, tensor in tensors.items():
        assert again[name].dtype == dtype
        assert torch.equal(again[name].double(), tensor.double())


def test_views_and_parameters_are_written_as_numbers_that_are_the_readers_own(tmp_path):
    path, whole = tmp_path / "a", torch.arange(15.0).view(3, 5)
    part = torch.nn.Parameter(whole).T[1:3]
    write_safetensors(path, {"part": part, "again": part})
    tensors = read_safetensors(str(path))
    assert torch.equal(tensors["part"], whole.T[1:3])
    assert not tensors["part"].requires_grad
    tensors["part"] += 1  # no warning, and nothing else is changed
    assert torch.equal(tensors["again"], whole.T[1:3])
    with torch.device("meta"):
        assert read_safetensors(path)["part"].is_meta


NO_HEADER = " must have a header in JSON, an object with an entry for each tensor. Got "
KNOWN = "F64, F32, F16, BF16, F8_E4M3, F8_E5M2, I64, I32, I16, I8, U8, BOOL"
TWO = {"a": entry("F32", [2], 0, 8), "b.weight": entry("F64", [2, 1], 8, 24)}
END = 8 + len(json.dumps({"a": TWO["a"]}))
ONE = entry("F32", [1], 0, 4)
REFUSED = [
    (TWO, 23, " must have 24 bytes of data for 'b.weight': it is truncated. Got 23."),
    (
        {"a": TWO["a"]},
        9,
        f" must end where its last tensor does, at byte {END + 8}. "
        f"Got {END + 9} bytes.",
    ),
    *(  # offsets that overlap, leave a hole, or do not fit the shape
        (
            {"a": TWO["a"], "b": ONE | {"shape": shape, "data_offsets": offsets}},
            24,
            ": the data_offsets of 'b' must be [8, 16], from the end of the tensor "
            f"before, for F32 of shape {tuple(shape)}. Got {offsets}.",
        )
        for shape, offsets in [
            *(([1, 2], [start, 16]) for start in (7, 9)),
            *(([1, 2], [8, end]) for end in (20, 12, 4)),
        ]
    ),
    *(
        (text, 0, f"{NO_HEADER}{text[:20]!r}.")
        for text in (
            *(b"<!DOCTYPE html>", b"[1, 2]", b"\xff\xfe", b""),
            *(b'{"w":' * 10**5, b"[" * 10**5),
        )
    ),
    *(
        (
            {"a": TWO["a"], "w": wrong},
            8,
            f": the entry of 'w' must have a dtype among {KNOWN}, a shape of at most "
            f"2**60 numbers, and two data_offsets. Got {reprlib.repr(wrong)}.",
        )
        for wrong in (
            *([1], None, {}, "F32", {"dtype": "F32", "shape": [1]}),
            *(ONE | {"data_offsets": o} for o in (None, [0, 4.0], [0], [0, 4, 4])),
            *(ONE | {"shape": s} for s in ("1", [True], [1.0], [-1], [-1, -1])),
            *(ONE | {"shape": s} for s in ([2**70], [2**70, 0], [0, 2**40, 2**40])),
            *(ONE | {"dtype": dtype} for dtype in (["F32"], "F8_E8M0")),
        )
    ),
]


@pytest.mark.parametrize(("header", "size", "message"), REFUSED)
def test_a_header_that_does_not_fit_its_data_is_refused(
    tmp_path, header, size, message
):
    path = made(tmp_path / "a", header, bytes(size))
    refuses(f"{path}{message}", read_safetensors, path)


def test_a_truncated_header_is_refused(tmp_path: Path):
    path = made(tmp_path / "a", {"a": TWO["a"]}, bytes(8))
    path.write_bytes(path.read_bytes()[:40])
    with refusal(
        f"{path} must have the {END} bytes or more that it announces: it is "
        "truncated, or no safetensors file. Got 40."
    ):
        read_safetensors(path)
    for size in range(1, 8):
        path.write_bytes(b"\x01" * size)
        with pytest.raises(ValueError, match=r"truncated, or no safetensors file"):
            read_safetensors(path)


def test_what_cannot_be_written(tmp_path: Path):
    for name, dtype in {"w": torch.complex64, "__metadata__": torch.float32}.items():
        with refusal(
            f"tensors must have dtypes among {KNOWN} and names other than "
            f"__metadata__. Got {name!r} of {dtype}."
        ):
            write_safetensors(tmp_path / "a", {name: torch.zeros(1, dtype=dtype)})
    assert not (tmp_path / "a").exists()
