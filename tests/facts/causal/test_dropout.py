"""What is behind the general sentences of docs/causal/dropout.md."""

import torch
from torch import nn


def test_dropout_of_torch_keeps_float64_draws_below_the_share_kept() -> None:
    """No documentation says so. At a rate of 0.5, the page's, below is not above."""
    for p in (0.1, 0.5, 0.9):
        for size in (1, 15, 16, 36, 1000):
            torch.manual_seed(size)
            theirs = nn.Dropout(p)(torch.ones(size)) != 0
            torch.manual_seed(size)
            assert torch.equal(theirs, torch.rand(size, dtype=torch.float64) < 1 - p)
