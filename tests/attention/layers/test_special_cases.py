"""General forms with neutral settings give the special ones."""

import pytest
import torch

from attention import alibi_attention, scaled_dot_product_attention, sink_attention
from tests.attention.expect import random

NEUTRAL = {alibi_attention: 0.0, sink_attention: -torch.inf}  # slopes, sinks


@pytest.mark.parametrize("attend", NEUTRAL)
@pytest.mark.parametrize("dropout", [0.0, 0.5])
@pytest.mark.parametrize("shape", [None, (5,), (5, 5), (1, 5, 5), (2, 1, 5, 5)])
def test_without_slopes_or_sinks_it_is_the_core_with_its_mask_and_dropout(
    attend, dropout: float, shape: tuple[int, ...] | None
):
    q, k, v = random(3, 2, 3, 5, 4)
    mask = None if shape is None else random(*shape, seed=4) > -0.5
    if mask is not None and mask.dim() > 1:
        mask[..., 2, :] = False  # a query that may attend to nothing
    neutral = torch.full((3,), NEUTRAL[attend]).double()
    torch.manual_seed(0)
    found = attend(q, k, v, neutral, mask, dropout)
    torch.manual_seed(0)
    expected = scaled_dot_product_attention(q, k, v, mask, dropout)
    torch.testing.assert_close(found, expected)
