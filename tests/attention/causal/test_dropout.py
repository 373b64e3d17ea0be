"""Dropout with a mask from torch.rand."""

import pytest
import torch

from attention import apply_dropout, dropout_mask
from tests.attention.expect import random, refusal


@pytest.mark.parametrize("p", [0.0, 0.1, 0.5, 0.9])
def test_what_is_kept_is_where_rand_reaches_the_rate(p: float):
    torch.manual_seed(7)
    mask = dropout_mask((3, 5, 7), p)
    torch.manual_seed(7)
    assert torch.equal(mask, torch.rand(3, 5, 7) >= p)


def test_a_mask_is_drawn_on_the_cpu_and_put_where_it_is_needed():
    torch.manual_seed(7)
    assert dropout_mask((3,), 0.5, device="meta").is_meta
    following = torch.rand(())
    torch.manual_seed(7)
    assert torch.equal(torch.rand(4)[3], following)
    with torch.device("meta"):
        assert dropout_mask((3,), 0.5).is_meta
    assert apply_dropout(torch.ones(3, device="meta"), 0.5).is_meta


@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.float64], ids=str
)
def test_what_is_kept_is_divided_by_the_share_that_is_kept(dtype: torch.dtype):
    x = random(3, 5, 7).to(dtype).abs() + 1
    torch.manual_seed(7)
    dropped = apply_dropout(x, 0.4)
    torch.manual_seed(7)
    kept = dropout_mask(x.shape, 0.4)
    expected = torch.where(kept, x / (1 - 0.4), torch.zeros_like(x))
    torch.testing.assert_close(dropped, expected)


def test_no_gradient_passes_what_was_dropped():
    x = torch.ones(101, requires_grad=True)
    dropped = apply_dropout(x, 0.5)
    dropped.sum().backward()
    assert torch.equal(x.grad, dropped.detach())


@pytest.mark.parametrize("p", [1.0, -0.1, float("nan")])
def test_a_rate_outside_0_to_1_is_refused(p: float):
    for drop in (
        lambda: dropout_mask((2,), p),
        lambda: apply_dropout(torch.ones(2), p),
    ):
        with refusal(f"p must be in [0, 1). Got {p}."):
            drop()
