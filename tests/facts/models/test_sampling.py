"""What is behind the general sentences of docs/models/sampling.md."""

from itertools import pairwise

import torch

from attention import keep_top_k, scale_logits
from tests.facts.says import says


def test_temperature_sharpens_or_evens_and_keeps_the_order() -> None:
    says(
        "models/sampling",
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
