"""Splitting and merging heads, column by column."""

import torch

from attention import split_heads
from tests.attention.expect import random, refusal


def test_head_h_has_its_own_columns_and_nothing_is_copied():
    x = random(2, 5, 21)
    heads = split_heads(x, 3)
    assert heads.shape == (2, 3, 5, 7)
    for h in range(3):
        assert torch.equal(heads[:, h], x[..., 7 * h : 7 * (h + 1)])
    assert heads.data_ptr() == x.data_ptr()


def test_heads_that_do_not_divide_are_refused():
    x = random(5, 21)
    for num_heads in (0, -3, 2, 22):
        with refusal(f"num_heads must divide the width of x, 21. Got {num_heads}."):
            split_heads(x, num_heads)
