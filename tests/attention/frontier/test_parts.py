"""RMSNorm and SwiGLU, against torch's and by hand."""

import pytest
import torch
import torch.nn.functional as F

from attention import DeepSeekRouter, rms_norm
from tests.attention.expect import NARROW, random


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_half_precision_is_divided_in_float32_and_rounded_before_the_scale(
    dtype: torch.dtype,
):
    x, scale = (300 * random(5, 7)).to(dtype), random(7, seed=1).to(dtype)
    unit = F.rms_norm(x.float(), (7,), eps=1e-5).to(dtype)
    assert torch.equal(rms_norm(x, scale), unit * scale)


@pytest.mark.parametrize("largest", [1e14, 1e16, 1e30, 3e38])
def test_a_large_token_is_normalised_like_a_small_one(largest: float):
    x = torch.tensor([[1.0, -0.5, 0.25, 0.0]])
    expected = rms_norm(x, torch.ones(4), eps=0.0)
    torch.testing.assert_close(rms_norm(x * largest, torch.ones(4)), expected)


def test_the_router_scores_in_float32_under_autocast_too():
    router, x = DeepSeekRouter(7, 16, 2), random(50, 7, dtype=torch.float32)
    expected = router(x)
    with torch.autocast("cpu", torch.bfloat16):
        chosen, weights = router(x)
    assert torch.equal(chosen, expected[0])
    assert torch.equal(weights, expected[1])
