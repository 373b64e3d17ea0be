"""What is behind the general sentences of docs/mistakes/devices.md."""

import pytest
import torch

from tests.facts.says import says


def test_a_billion_does_not_fit_float16_scores():
    """No block raises this error of torch, which another release may not raise."""
    says(
        "mistakes/devices",
        r"(On float16 scores, `masked_fill` with \(-10^9\) raises an error instead.)",
    )
    with pytest.raises(RuntimeError, match="overflow"):
        torch.ones(2, 3).half().masked_fill(torch.ones(2, 3).bool(), -1e9)
