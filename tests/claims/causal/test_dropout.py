"""What is behind the general sentences of docs/causal/dropout.md."""

import math

import torch
from torch import nn

from attention import apply_dropout, dropout_mask
from tests.claims.draw import draw


def test_each_weight_is_zero_or_scaled_and_keeps_its_mean() -> None:
    n, alpha = 20_000, draw(0, 5, 5).softmax(dim=-1)
    for p in (0.1, 0.3, 0.5, 0.9):
        torch.manual_seed(0)
        dropped = apply_dropout(alpha.expand(n, 5, 5), p)
        zero = dropped == 0
        torch.testing.assert_close(
            dropped[~zero], (alpha / (1 - p)).expand_as(zero)[~zero]
        )
        share = zero.double().mean(dim=0)  # its deviation: sqrt(p (1 - p) / n)
        assert (share - p).abs().max() <= 5 * math.sqrt(p * (1 - p) / n)
        torch.testing.assert_close((1 - p) * (alpha / (1 - p)) + p * 0, alpha)
        deviation = alpha * math.sqrt(p / (1 - p) / n)
        assert ((dropped.mean(dim=0) - alpha).abs() <= 5 * deviation).all()
        # Without the scale, means are 1 - p times as large.
        unscaled = torch.where(zero, 0.0, alpha).mean(dim=0)
        assert ((unscaled - (1 - p) * alpha).abs() <= 5 * (1 - p) * deviation).all()


def test_a_row_of_k_weights_is_emptied_with_the_kth_power() -> None:
    for p in (0.1, 0.5, 0.9):
        for k in (1, 2, 3, 6):
            torch.manual_seed(k)
            empty = (~dropout_mask((20_000, k), p)).all(dim=-1).double().mean()
            assert abs(empty - p**k) <= 5 * math.sqrt(p**k * (1 - p**k) / 20_000)


def test_dropout_of_torch_keeps_float64_draws_below_the_share_kept() -> None:
    """No documentation says so, and its code has other paths for short inputs."""
    for p in (0.1, 0.3, 0.5, 0.9):
        for size in (1, 15, 16, 36, 1000):
            torch.manual_seed(size)
            theirs = nn.Dropout(p)(torch.ones(size)) != 0
            torch.manual_seed(size)
            assert torch.equal(theirs, torch.rand(size, dtype=torch.float64) < 1 - p)
