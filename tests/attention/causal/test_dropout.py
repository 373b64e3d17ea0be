"""Dropout with a mask from torch.rand."""

import pytest
import torch

from attention import apply_dropout, dropout_mask


@pytest.mark.parametrize("p", [0.0, 0.1, 0.5, 0.9])
@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.float64], ids=str
)
def test_what_is_kept_is_where_rand_reaches_the_rate_and_divided_by_its_share(p, dtype):
    torch.manual_seed(7)
    kept = torch.rand(3, 5, 7) >= p
    torch.manual_seed(7)
    assert torch.equal(dropout_mask((3, 5, 7), p), kept)
    x = (1 + torch.rand(3, 5, 7)).to(dtype).requires_grad_()
    torch.manual_seed(7)
    dropped = apply_dropout(x, p)
    torch.testing.assert_close(dropped, (x / (1 - p)).masked_fill(~kept, 0.0))
    dropped.sum().backward()
    assert torch.equal(x.grad != 0, kept)


def test_a_mask_is_drawn_on_the_cpu_and_put_where_it_is_needed():
    torch.manual_seed(7)
    dropout_mask((3,), 0.5, device="meta")
    following = torch.rand(())
    torch.manual_seed(7)
    assert torch.equal(torch.rand(4)[3], following)
    assert apply_dropout(torch.ones(3, device="meta"), 0.5).is_meta
