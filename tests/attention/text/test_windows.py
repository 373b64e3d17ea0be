"""Sliding windows over a text, against windows cut by hand."""

import re
from collections.abc import Callable

import pytest
import torch

from attention import SlidingWindows, window_loader

IDS = torch.arange(100, 117)  # 17 tokens, each telling its place


def windows_by_loop(
    ids: list[int], length: int, stride: int
) -> list[tuple[list[int], list[int]]]:
    found = []
    start = 0
    while start + length + 1 <= len(ids):
        window = ids[start : start + length + 1]
        found.append((window[:-1], window[1:]))
        start += stride
    return found


def as_lists(windows: SlidingWindows) -> list[tuple[list[int], list[int]]]:
    pairs = [windows[number] for number in range(len(windows))]
    return [(inputs.tolist(), targets.tolist()) for inputs, targets in pairs]


def test_windows_of_seven_tokens_are_those_found_by_hand():
    windows = SlidingWindows(torch.tensor([5, 6, 7, 8, 9, 10, 11]), length=3, stride=2)
    assert as_lists(windows) == [
        ([5, 6, 7], [6, 7, 8]),
        ([7, 8, 9], [8, 9, 10]),
    ]


@pytest.mark.parametrize("length", [1, 3, 5, 16])
@pytest.mark.parametrize("stride", [1, 2, 3, 7, 100])
def test_windows_equal_those_of_a_loop_over_lists(length: int, stride: int):
    windows = SlidingWindows(IDS, length, stride)
    expected = windows_by_loop(IDS.tolist(), length, stride)
    assert len(windows) == len(expected)
    assert as_lists(windows) == expected


def test_a_window_outside_is_an_index_error():
    windows = SlidingWindows(IDS, length=3, stride=5)
    assert len(windows) == 3
    for number in (-1, 3):
        message = f"index must be a window, 0 to 2. Got {number}."
        with pytest.raises(IndexError, match=f"^{re.escape(message)}$"):
            windows[number]


def test_windows_keep_the_dtype_of_the_ids():
    inputs, targets = SlidingWindows(IDS.to(torch.int32), length=3, stride=1)[0]
    assert inputs.dtype == targets.dtype == torch.int32


def test_a_batch_is_its_windows_one_below_the_other():
    loader = window_loader(IDS, batch_size=2, length=3, stride=5, drop_last=False)
    batches = list(loader)
    assert len(loader) == len(batches) == 2
    inputs, targets = batches[0]
    assert inputs.tolist() == [[100, 101, 102], [105, 106, 107]]
    assert targets.tolist() == [[101, 102, 103], [106, 107, 108]]
    assert batches[1][0].tolist() == [[110, 111, 112]]


def test_windows_that_fill_no_batch_are_left_out_by_default():
    loader = window_loader(IDS, batch_size=2, length=3, stride=5)
    assert [inputs.shape for inputs, _ in loader] == [(2, 3)]


def starts(generator: torch.Generator | None) -> list[list[int]]:
    loader = window_loader(
        IDS, batch_size=4, length=5, stride=1, shuffle=True, generator=generator
    )
    return [
        [first for inputs, _ in loader for first in inputs[:, 0].tolist()]
        for _ in range(2)
    ]


def test_shuffling_gives_every_window_once_in_a_new_order_each_time():
    first, second = starts(torch.Generator().manual_seed(0))
    in_order = list(range(100, 112))
    assert sorted(first) == sorted(second) == in_order
    assert first != in_order
    assert first != second


def test_a_seed_fixes_the_orders():
    one, again, other = (
        starts(torch.Generator().manual_seed(seed)) for seed in (3, 3, 4)
    )
    assert one == again
    assert one != other


def test_without_a_generator_the_order_is_torchs_own():
    torch.manual_seed(5)
    once = starts(None)
    torch.manual_seed(5)
    assert starts(None) == once


def test_inside_a_shuffled_window_the_order_stays():
    loader = window_loader(IDS, batch_size=4, length=5, stride=1, shuffle=True)
    for inputs, targets in loader:
        assert (inputs.diff(dim=1) == 1).all()
        assert torch.equal(targets, inputs + 1)


def test_as_many_windows_as_a_batch_holds_are_one_batch():
    (batch,) = window_loader(torch.arange(7), batch_size=3, length=2, stride=2)
    assert batch[0].tolist() == [[0, 1], [2, 3], [4, 5]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: SlidingWindows(torch.ones(17, dtype=torch.bool), 3, 2),
            "ids must be integers of shape (num_tokens,). "
            "Got torch.bool of shape (17,).",
        ),
        (
            lambda: SlidingWindows(torch.ones(17, dtype=torch.complex64), 3, 2),
            "ids must be integers of shape (num_tokens,). "
            "Got torch.complex64 of shape (17,).",
        ),
        (
            lambda: SlidingWindows(torch.ones(17), 3, 2),
            "ids must be integers of shape (num_tokens,). "
            "Got torch.float32 of shape (17,).",
        ),
        (
            lambda: SlidingWindows(IDS[None], 3, 2),
            "ids must be integers of shape (num_tokens,). "
            "Got torch.int64 of shape (1, 17).",
        ),
        (lambda: SlidingWindows(IDS, 0, 2), "length must be at least 1. Got 0."),
        (lambda: SlidingWindows(IDS, 3, 0), "stride must be at least 1. Got 0."),
        (lambda: SlidingWindows(IDS, 3, -1), "stride must be at least 1. Got -1."),
        (
            lambda: SlidingWindows(IDS, 17, 1),
            "ids must hold a window and one more token, length + 1 = 18. Got 17.",
        ),
        (
            lambda: window_loader(IDS, batch_size=0, length=3, stride=2),
            "batch_size must be at least 1. Got 0.",
        ),
        (
            lambda: window_loader(IDS, batch_size=4, length=3, stride=5),
            "batch_size must be at most the number of windows, 3, where drop_last "
            "leaves out what fills no batch. Got 4.",
        ),
        (
            lambda: window_loader(IDS, batch_size=2, length=20, stride=5),
            "ids must hold a window and one more token, length + 1 = 21. Got 17.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], object], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
