"""General forms with neutral settings give the special ones."""

import pytest
import torch

from attention import alibi_bias, core_attention, scaled_dot_product_attention
from tests.attention.expect import random

NEUTRAL = {
    "bias": alibi_bias(torch.zeros(3), 5),
    "sinks": torch.full((3,), -torch.inf),
}


@pytest.mark.parametrize("part", NEUTRAL)
@pytest.mark.parametrize("dropout", [0.0, 0.5])
@pytest.mark.parametrize("shape", [None, (5,), (5, 5), (1, 5, 5), (2, 1, 5, 5)])
def test_without_slopes_or_sinks_it_is_the_core_with_its_mask_and_dropout(
    part: str, dropout: float, shape: tuple[int, ...] | None
):
    q, k, v = random(3, 2, 3, 5, 4)
    mask = None if shape is None else random(*shape, seed=4) > -0.5
    if mask is not None and mask.dim() > 1:
        mask[..., 2, :] = False  # a query that may attend to nothing
    torch.manual_seed(0)
    found = core_attention(q, k, v, mask, dropout, **{part: NEUTRAL[part].double()})
    torch.manual_seed(0)
    expected = scaled_dot_product_attention(q, k, v, mask, dropout)
    torch.testing.assert_close(found, expected)
