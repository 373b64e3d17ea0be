"""The safetensors reader and writer, against files put together byte by byte."""

import json
import struct
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention.models.safetensors_file import (
    DTYPES,
    read_safetensors,
    write_safetensors,
)
from tests.attention.expect import refusal


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
    tensors = read_safetensors(made(tmp_path / "a", header, data))
    assert torch.equal(tensors["first"], torch.tensor([1.5, -2.0, 0.25]))
    halves = torch.tensor([[7.0], [0.5], [-1.0]], dtype=torch.float16)
    assert torch.equal(tensors["halves"], halves)
    assert torch.equal(tensors["last"], torch.tensor([2**40, -3]))
    assert tensors["none"].shape == (0, 5)
    assert torch.equal(tensors["scalar"], torch.tensor(True))
    assert set(tensors) == {"first", "halves", "last", "none", "scalar"}


def test_padding_after_the_header_and_a_path_as_text_are_read(tmp_path: Path):
    header = json.dumps({"a": entry("U8", [1], 0, 1)}).encode() + b"   "
    tensors = read_safetensors(str(made(tmp_path / "a", header, b"\x07")))
    assert tensors["a"].tolist() == [7]


def test_what_is_read_can_be_written_to(tmp_path: Path):
    path = tmp_path / "a"
    write_safetensors(path, {"a": torch.zeros(3)})
    read_safetensors(path)["a"] += 1  # no warning: the numbers are the tensor's own
    assert read_safetensors(path)["a"].tolist() == [0, 0, 0]


def test_tensors_are_on_the_default_device(tmp_path: Path):
    write_safetensors(tmp_path / "a", {"a": torch.zeros(3)})
    with torch.device("meta"):
        assert read_safetensors(tmp_path / "a")["a"].is_meta


def test_a_written_file_byte_by_byte(tmp_path: Path):
    tensors = {
        "b": torch.tensor([[1.0, 2.0]]),
        "é": torch.tensor([3], dtype=torch.int8),
    }
    write_safetensors(tmp_path / "a", tensors)
    raw = (tmp_path / "a").read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    assert length % 8 == 0
    assert raw[8:9] == b"{"
    assert json.loads(raw[8 : 8 + length]) == {
        "b": entry("F32", [1, 2], 0, 8),
        "é": entry("I8", [1], 8, 9),
    }
    assert raw[8 + length :] == struct.pack("<2fb", 1.0, 2.0, 3)


@given(
    shapes=st.lists(st.lists(st.integers(0, 5), max_size=3), max_size=4),
    dtype=st.sampled_from(sorted(DTYPES)),
    seed=st.integers(0, 99),
)
def test_what_was_written_is_read(
    tmp_path_factory: pytest.TempPathFactory,
    shapes: list[list[int]],
    dtype: str,
    seed: int,
):
    path = tmp_path_factory.getbasetemp() / "round.safetensors"
    generator = torch.Generator().manual_seed(seed)
    tensors = {
        f"{i}": torch.randint(0, 100, shape, generator=generator).to(DTYPES[dtype])
        for i, shape in enumerate(shapes)
    }
    write_safetensors(path, tensors)
    again = read_safetensors(path)
    assert again.keys() == tensors.keys()
    for name, tensor in tensors.items():
        assert again[name].dtype == tensor.dtype
        assert torch.equal(again[name], tensor)


def test_views_and_parameters_are_written_as_their_numbers(tmp_path: Path):
    whole = torch.arange(15.0).view(3, 5)
    part = torch.nn.Parameter(whole).T[1:3]
    write_safetensors(tmp_path / "a", {"part": part, "again": part})
    tensors = read_safetensors(tmp_path / "a")
    assert torch.equal(tensors["part"], whole.T[1:3])
    assert torch.equal(tensors["again"], whole.T[1:3])
    assert not tensors["part"].requires_grad


def test_a_truncated_header(tmp_path: Path):
    path = made(tmp_path / "a", {"a": entry("F32", [2], 0, 8)}, bytes(8))
    path.write_bytes(path.read_bytes()[:40])
    length = len(json.dumps({"a": entry("F32", [2], 0, 8)}))
    with refusal(
        f"{path} must have the {8 + length} bytes or more that it announces: it is "
        "truncated, or no safetensors file. Got 40."
    ):
        read_safetensors(path)


@pytest.mark.parametrize("size", range(1, 8))
def test_any_file_shorter_than_eight_bytes_is_no_header(tmp_path: Path, size: int):
    (tmp_path / "a").write_bytes(b"\x01" * size)
    with pytest.raises(ValueError, match=r"truncated, or no safetensors file"):
        read_safetensors(tmp_path / "a")


def test_truncated_data_names_the_tensor(tmp_path: Path):
    header = {"a": entry("F32", [2], 0, 8), "b.weight": entry("F64", [2, 1], 8, 24)}
    path = made(tmp_path / "a", header, bytes(23))
    with refusal(
        f"{path} must have 24 bytes of data for 'b.weight': it is truncated. Got 23."
    ):
        read_safetensors(path)


def test_bytes_after_the_last_tensor(tmp_path: Path):
    header = {"a": entry("F32", [2], 0, 8)}
    path = made(tmp_path / "a", header, bytes(9))
    end = 8 + len(json.dumps(header)) + 8
    with refusal(
        f"{path} must end where its last tensor does, at byte {end}. "
        f"Got {end + 1} bytes."
    ):
        read_safetensors(path)


@pytest.mark.parametrize("offsets", [[0, 12], [0, 4], [1, 9], [8, 0], [0], [-8, 0]])
def test_offsets_that_do_not_fit_the_shape(tmp_path: Path, offsets: list[int]):
    header = {"a": {"dtype": "F32", "shape": [1, 2], "data_offsets": offsets}}
    path = made(tmp_path / "a", header, bytes(12))
    with refusal(
        f"{path}: the data_offsets of 'a' must be [0, 8], from the end of the tensor "
        f"before, for F32 of shape (1, 2). Got {offsets}."
    ):
        read_safetensors(path)


@pytest.mark.parametrize("start", [4, 12], ids=["overlap", "hole"])
def test_tensors_that_overlap_or_leave_a_hole(tmp_path: Path, start: int):
    header = {"a": entry("F32", [2], 0, 8), "b": entry("F32", [1], start, start + 4)}
    path = made(tmp_path / "a", header, bytes(start + 4))
    with refusal(
        f"{path}: the data_offsets of 'b' must be [8, 12], from the end of the tensor "
        f"before, for F32 of shape (1,). Got [{start}, {start + 4}]."
    ):
        read_safetensors(path)


def test_a_negative_size(tmp_path: Path):
    path = made(tmp_path / "a", {"a": entry("U8", [-2, -2], 0, 4)}, bytes(4))
    with pytest.raises(ValueError, match=r"data_offsets of 'a' .* shape \(-2, -2\)"):
        read_safetensors(path)


def test_an_unknown_dtype(tmp_path: Path):
    path = made(tmp_path / "a", {"w": entry("F8_E4M3", [2], 0, 2)}, bytes(2))
    with refusal(
        f"{path}: the dtype of 'w' must be one of F64, F32, F16, BF16, I64, I32, I16, "
        "I8, U8, BOOL. Got 'F8_E4M3'."
    ):
        read_safetensors(path)


@pytest.mark.parametrize("text", [b"<!DOCTYPE html>", b"[1, 2]", b"\xff\xfe", b""])
def test_a_header_that_is_no_object(tmp_path: Path, text: bytes):
    path = made(tmp_path / "a", text)
    with refusal(
        f"{path} must have a header in JSON, an object with an entry for each tensor. "
        f"Got {text!r}."
    ):
        read_safetensors(path)


@pytest.mark.parametrize(
    "changed",
    [
        {"data_offsets": None},
        {"data_offsets": [0, 4.0]},
        {"shape": "1"},
        {"shape": [True]},
        {"dtype": ["F32"]},
    ],
)
def test_an_entry_that_is_none(tmp_path: Path, changed: dict[str, object]):
    text = json.dumps({"w": entry("F32", [1], 0, 4) | changed}).encode()
    with refusal(
        f"{made(tmp_path / 'a', text)} must have a header in JSON, an object with an "
        f"entry for each tensor. Got {text[:20]!r}."
    ):
        read_safetensors(tmp_path / "a")


def test_what_cannot_be_written(tmp_path: Path):
    known = "F64, F32, F16, BF16, I64, I32, I16, I8, U8, BOOL"
    for name, dtype in {"w": torch.complex64, "__metadata__": torch.float32}.items():
        with refusal(
            f"tensors must have dtypes among {known} and names other than "
            f"__metadata__. Got {name!r} of {dtype}."
        ):
            write_safetensors(tmp_path / "a", {name: torch.zeros(1, dtype=dtype)})
    assert not (tmp_path / "a").exists()
