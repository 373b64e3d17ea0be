"""Sliding windows over any ids, one by one and in batches."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import SlidingWindows, window_loader
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.tensors import INTEGERS, TYPES, integers, mostly, same, shapes, tensors

texts = mostly(integers, st.sampled_from(TYPES)).flatmap(
    lambda dtype: mostly(st.tuples(st.integers(0, 12)), shapes).flatmap(
        lambda shape: tensors(shape, dtype)
    )
)
counts = mostly(st.integers(1, 6), st.integers(-1, 0))


def misfits(ids: torch.Tensor, length: int, stride: int) -> set[str]:
    wrong = {"length"} if length < 1 else set()
    wrong |= {"stride"} if stride < 1 else set()
    bad = ids.dim() != 1 or ids.dtype not in INTEGERS
    return wrong | ({"ids"} if bad or len(ids) < length + 1 else set())


def all_windows(
    ids: list[int], length: int, stride: int
) -> list[tuple[list[int], list[int]]]:
    return [
        (ids[start : start + length], ids[start + 1 : start + 1 + length])
        for start in range(0, len(ids), stride)
        if start + length < len(ids)
    ]


@given(texts, counts, counts, st.integers(-3, 12))
def test_windows_are_slices_and_their_targets_come_next(
    ids: torch.Tensor, length: int, stride: int, index: int
):
    windows = attempt(SlidingWindows, ids, length, stride)
    if refused(windows, misfits(ids, length, stride)):
        return
    expected = all_windows(ids.tolist(), length, stride)
    assert len(windows) == len(expected)
    for number, (inputs, targets) in enumerate(expected):
        got = windows[number]
        assert same(got[0], torch.tensor(inputs, dtype=ids.dtype))
        assert same(got[1], torch.tensor(targets, dtype=ids.dtype))
    if not 0 <= index < len(windows):
        with pytest.raises(IndexError, match=rf"^index must .* Got {index}\.$"):
            windows[index]


@given(texts, counts, counts, counts, st.booleans(), st.booleans())
def test_a_loader_hands_out_each_window_once(
    ids: torch.Tensor,
    length: int,
    stride: int,
    batch_size: int,
    shuffle: bool,
    drop_last: bool,
):
    wrong = misfits(ids, length, stride)
    expected = [] if wrong else all_windows(ids.tolist(), length, stride)
    if batch_size < 1 or (drop_last and len(expected) < batch_size):
        wrong.add("batch_size")
    loader = attempt(
        window_loader,
        ids,
        batch_size=batch_size,
        length=length,
        stride=stride,
        shuffle=shuffle,
        drop_last=drop_last,
        generator=torch.Generator().manual_seed(0),
    )
    if refused(loader, wrong):
        return
    got = [
        (inputs, targets)
        for batch in loader
        for inputs, targets in zip(batch[0].tolist(), batch[1].tolist(), strict=True)
    ]
    whole = len(expected) // batch_size * batch_size if drop_last else len(expected)
    assert len(got) == whole
    if not shuffle:
        assert got == expected[:whole]
    elif not drop_last:
        assert sorted(got) == sorted(expected)
    assert all(window in expected for window in got)
