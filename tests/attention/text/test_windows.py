"""Sliding windows, against a loop over lists."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.utils.data import DataLoader

from attention.text import SlidingWindows

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


def test_a_loader_stacks_windows():
    loader = DataLoader(SlidingWindows(IDS, 3, 1), batch_size=2)
    (inputs, targets), (rest, _) = loader
    assert inputs.tolist() == [[0, 10, 20], [10, 20, 30]]
    assert targets.tolist() == [[10, 20, 30], [20, 30, 40]]
    assert rest.shape == (2, 3)
