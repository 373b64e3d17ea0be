"""What is behind the general sentences of docs/causal/dropout.md."""

import torch
from torch import nn

from attention import apply_dropout
from tests.facts.says import says


def test_dropout_of_torch_keeps_float64_draws_below_the_share_kept() -> None:
    """No documentation says so. At a rate of 0.5, the page's, below is not above."""
    says(
        "causal/dropout",
        r"With torch 2.13 on a CPU, that amounts to drawing numbers in float64 and keeping the ones below \(1 - p\):",
    )
    for p in (0.1, 0.5, 0.9):
        for size in (1, 15, 16, 36, 1000):
            torch.manual_seed(size)
            theirs = nn.Dropout(p)(torch.ones(size)) != 0
            torch.manual_seed(size)
            assert torch.equal(theirs, torch.rand(size, dtype=torch.float64) < 1 - p)


def test_what_is_kept_is_divided_by_its_share_and_the_mean_stays() -> None:
    says(
        "causal/dropout",
        r"\[ \weight{\tilde{\alpha}_{ij}} = \begin{cases} \weight{\alpha_{ij}} \,/\, (1 - p) & \text{with probability } 1 - p \\ 0 & \text{with probability } p \end{cases} \]",
        r"\[ (1 - p) \cdot \frac{\weight{\alpha}}{1 - p} + p \cdot 0 = \weight{\alpha} \]",
    )
    for p in (0.1, 0.5, 0.9):
        torch.manual_seed(0)
        alpha = torch.rand(100_000).double()
        dropped = apply_dropout(alpha, p)
        kept = dropped != 0
        torch.testing.assert_close(dropped[kept], alpha[kept] / (1 - p))
        assert abs(kept.double().mean() - (1 - p)) < 0.01
        torch.testing.assert_close((1 - p) * (alpha / (1 - p)) + p * 0, alpha)
