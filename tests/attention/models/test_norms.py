"""Layer normalisation, and RMSNorm as far as it is like it, against torch's."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import LayerNorm, RMSNorm
from tests.attention.expect import (
    NARROW,
    assert_close,
    numbered,
    random,
    with_slopes,
)


@pytest.mark.parametrize("eps", [1e-5, 1e-2])
@pytest.mark.parametrize(
    ("ours", "theirs"), [(LayerNorm, nn.LayerNorm), (RMSNorm, nn.RMSNorm)]
)
def test_it_is_torchs_with_the_same_parameters_and_gradients(ours, theirs, eps):
    norms = numbered(ours(7, eps)), numbered(theirs(7, eps))
    x = (30 + random(2, 3, 7, seed=5)).requires_grad_()
    assert_close(*(with_slopes(norm(x), [x, *norm.parameters()]) for norm in norms))


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_a_new_norm_computes_half_precision_as_torch_does(dtype: torch.dtype):
    x = (300 * random(5, 7)).to(dtype)  # the squares overflow in float16
    norm = LayerNorm(7).to(dtype)
    torch.testing.assert_close(norm(x), F.layer_norm(x, (7,)), rtol=0.01, atol=0.01)
    assert torch.equal(norm(torch.full_like(x, 4.0)), torch.zeros_like(x))


def test_what_overflows_is_nan_as_in_torch_and_never_zero():
    x = torch.tensor([[1e20, -1e20, 3e20], [1.0, 2.0, 3.0]])
    found = LayerNorm(3)(x)
    assert found[0].isnan().all()
    torch.testing.assert_close(found, F.layer_norm(x, (3,)), equal_nan=True)
