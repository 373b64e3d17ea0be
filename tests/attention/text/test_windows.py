"""Sliding windows, against a loop over lists."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attention.text import SlidingWindows, window_loader
from tests.attention.expect import seeded

IDS = torch.arange(7) * 10


@given(st.integers(2, 23), st.integers(1, 7), st.integers(1, 11))
def test_windows_are_those_of_a_loop(num_tokens: int, length: int, stride: int):
    ids = list(range(num_tokens))
    starts = [s for s in range(0, num_tokens, stride) if s + length < num_tokens]
    if not starts:
        return
    windows = SlidingWindows(torch.tensor(ids), length, stride)
    found = [(a.tolist(), b.tolist()) for a, b in windows]
    assert found == [(ids[s : s + length], ids[s + 1 : s + length + 1]) for s in starts]
    assert len(windows) == len(starts)
    with pytest.raises(IndexError):
        windows[len(windows)]


def test_a_batch_is_its_windows_one_below_the_other_and_incomplete_ones_are_left_out():
    settings = {"batch_size": 2, "length": 3, "stride": 1}
    ((inputs, targets), (rest, _)) = window_loader(IDS, **settings)
    assert inputs.tolist() == [[0, 10, 20], [10, 20, 30]]
    assert targets.tolist() == [[10, 20, 30], [20, 30, 40]]
    assert rest.shape == (2, 3)
    settings["batch_size"] = 3
    assert [len(x) for x, _ in window_loader(IDS, **settings)] == [3]
    every = window_loader(IDS, **settings, drop_last=False)
    assert [len(x) for x, _ in every] == [3, 1]


def test_shuffling_gives_each_window_once_and_whole_in_an_order_that_a_seed_fixes():
    def passes(seed: int) -> list[list[list[int]]]:
        order = {"shuffle": True, "generator": seeded(seed)}
        ids = torch.arange(30)
        loader = window_loader(ids, batch_size=1, length=2, stride=1, **order)
        return [[x[0].tolist() for x, _ in loader] for _ in range(2)]

    first, second = passes(1)
    assert sorted(first) == sorted(second) == [[i, i + 1] for i in range(28)]
    assert first != second
    assert passes(1) == [first, second] != passes(2)
