"""What is behind the general sentences of docs/mistakes/devices.md."""

import pytest
import torch

from tests.claims.quotes import tested


@tested(
    "Converting the mask silently makes it minus infinity, and the softmax of a row of "
    "minus infinities is nan.",
    "(On float16 scores, masked_fill with \\(-10^9\\) raises an error instead.)",
)
def test_a_billion_in_float16() -> None:
    mask = torch.full((2, 3), -1e9).half()
    assert mask.isneginf().all()
    assert torch.softmax(mask, dim=-1).isnan().all()
    with pytest.raises(RuntimeError, match="overflow"):
        mask.masked_fill(torch.ones(2, 3).bool(), -1e9)
