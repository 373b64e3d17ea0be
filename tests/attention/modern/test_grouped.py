"""Grouped-query attention, against multi-head attention.

Its outputs are compared with torch's in tests/attention/layers/test_outputs.py.
"""

import pytest
import torch

from attention import (
    Attention,
    RotaryPositions,
    SlidingWindow,
    to_grouped,
)
from tests.attention.expect import random

D_IN, LONGEST = 5, 11


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_as_many_groups_as_heads_are_multi_head_attention_to_the_last_bit(dtype):
    multi = Attention(D_IN, 305, 65, 0.0, 5).to(dtype)
    x = random(2, 65, D_IN, dtype=dtype)
    assert torch.equal(to_grouped(multi, 5)(x), multi(x))


@pytest.mark.parametrize("groups", [1, 2, 3, 6])
@pytest.mark.parametrize("bias", [False, True])
def test_a_group_gets_the_average_of_its_heads_and_the_rest_is_kept(groups, bias):
    multi = Attention(
        *(D_IN, 12, LONGEST, 0.25, 6, bias),
        mask=SlidingWindow(3),
        rotary=RotaryPositions(LONGEST, 2),
    )
    multi = multi.bfloat16().train(bias)
    grouped = to_grouped(multi, groups)
    of_multi = dict(multi.named_parameters())
    for name, found in grouped.named_parameters():
        rows, shape = of_multi[name], (groups, 6 // groups, 2, -1)
        if name.startswith(("W_key", "W_value")):
            rows = rows.view(shape).mean(dim=1).view(found.shape)
        assert torch.equal(found, rows), name
        assert found.data_ptr() != of_multi[name].data_ptr()
        assert found.requires_grad
    for kept in ("training", "dropout", "context_length", "mask", "rotary"):
        assert getattr(grouped, kept) == getattr(multi, kept), kept
