"""What is behind the general sentences of docs/causal/dropout.md."""

import torch

from attention import apply_dropout
from tests.facts.says import says


def test_what_is_kept_is_divided_by_its_share_and_the_mean_stays() -> None:
    says(
        "causal/dropout",
        r"\[ \weight{\tilde{\alpha}_{ij}} = \begin{cases} \weight{\alpha_{ij}} \,/\, (1 - p) & \text{with probability } 1 - p \\ 0 & \text{with probability } p \end{cases} \]",
        r"\[ (1 - p) \cdot \frac{\weight{\alpha}}{1 - p} + p \cdot 0 = \weight{\alpha} \]",
        r"In training, dropout sets each attention weight to zero with probability \(p\) and divides the others by \(1 - p\), so that the mean of each weight stays the same.",
    )
    for p in (0.1, 0.5, 0.9):
        torch.manual_seed(0)
        alpha = torch.rand(100_000).double()
        dropped = apply_dropout(alpha, p)
        kept = dropped != 0
        torch.testing.assert_close(dropped[kept], alpha[kept] / (1 - p))
        assert abs(kept.double().mean() - (1 - p)) < 0.01
        torch.testing.assert_close((1 - p) * (alpha / (1 - p)) + p * 0, alpha)
