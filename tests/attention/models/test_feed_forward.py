"""The feed-forward network and its activations, against torch's."""

import pytest
import torch
import torch.nn.functional as F

from attention import gelu, gelu_tanh
from tests.attention.expect import NARROW, assert_close, random, with_slopes


def test_both_gelus_and_their_slopes_are_torchs():
    x = torch.cat([random(99) * 3, torch.tensor([-1e3, -40.0, 0.0, 1e3]).double()])
    x.requires_grad_()
    for ours, form in ((gelu, "none"), (gelu_tanh, "tanh")):
        expected = with_slopes(F.gelu(x, approximate=form), [x])
        assert_close(with_slopes(ours(x), [x]), expected)


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_large_numbers_of_half_precision_do_not_overflow(dtype: torch.dtype):
    x = torch.tensor([40000.0, -40000.0]).to(dtype)
    for ours in (gelu(x), gelu_tanh(x)):
        assert (ours.tolist(), ours.dtype) == ([x[0].item(), 0.0], dtype)
