"""What is behind the general sentences of docs/models/sampling.md."""

from itertools import pairwise

import pytest
import torch

from attention import draw, keep_top_k, scale_logits
from tests.facts.says import says


def test_the_largest_number_draws_a_word_where_the_last_end_is_below_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    says(
        "models/sampling",
        "It also scales each number by the last endpoint, which rounding can leave a little below one.",
    )
    logits = torch.randn(100, 1000, generator=torch.Generator().manual_seed(0))
    largest = 1 - 2**-24  # that torch.rand draws in float32
    assert (logits.softmax(-1).cumsum(-1)[:, -1] < largest).any()
    monkeypatch.setattr(torch, "rand", lambda shape, **_: torch.full(shape, largest))
    assert (draw(logits) < 1000).all()


def test_temperature_and_top_k_in_bfloat16() -> None:
    """All logits are different here, and in float64 they stay so."""
    says(
        "models/sampling",
        "In bfloat16, the division can round different logits to the same number, and then the two orders may keep different words.",
    )
    torch.manual_seed(0)
    row = (1 + torch.randperm(128) / 128).bfloat16()  # each such number from 1 to 2
    different = 0
    for k in range(1, 100):
        first = keep_top_k(scale_logits(row, 0.7), k).isfinite()
        then = scale_logits(keep_top_k(row, k), 0.7).isfinite()
        assert len((row / 0.7)[first != then].unique()) <= 1  # rounded to the same
        different += not torch.equal(first, then)
        exact = keep_top_k(scale_logits(row.double(), 0.7), k).isfinite()
        assert torch.equal(exact, then)
    assert different > 0


def test_temperature_sharpens_or_evens_and_keeps_the_order() -> None:
    says(
        "models/sampling",
        "Below 1, the most probable word gains; above 1, the probabilities become more even, unless all finite logits are equal.",
        "On paper, the ranking of the words stays the same, and every word with a finite logit keeps some probability.",
        "On paper, it does not matter whether temperature comes before or after top-k, because dividing by a temperature keeps the order of the logits.",
    )
    for seed in range(20):
        row = torch.randn(11, generator=torch.Generator().manual_seed(seed))
        largest, entropies = [], []
        for temperature in (0.5, 0.9, 1.0, 1.5, 20.0):
            shares = scale_logits(row, temperature).softmax(-1)
            assert torch.equal(shares.argsort(), row.argsort())
            assert (shares > 0).all()
            largest.append(shares.max().item())
            entropies.append(-(shares * shares.log()).sum().item())
            first = keep_top_k(scale_logits(row, temperature), 3)
            assert torch.equal(first, scale_logits(keep_top_k(row, 3), temperature))
        assert all(before > after for before, after in pairwise(largest))
        assert all(before < after for before, after in pairwise(entropies))
