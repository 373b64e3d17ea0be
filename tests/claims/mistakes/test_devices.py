"""What is behind the general sentences of docs/mistakes/devices.md."""

import pytest
import torch


def test_a_billion_in_float16() -> None:
    mask = torch.full((2, 3), -1e9).half()
    assert mask.isneginf().all()
    assert torch.softmax(mask, dim=-1).isnan().all()
    with pytest.raises(RuntimeError, match="overflow"):
        mask.masked_fill(torch.ones(2, 3).bool(), -1e9)
