"""What is behind the general sentences of docs/modern/longer-contexts.md."""

import math

import torch
from torch import Tensor
from torch.testing import assert_close

from attention import (
    causal_mask,
    llama3_frequencies,
    ntk_base,
    rotary_frequencies,
    scaled_dot_product_attention,
)
from attention.modern.rotary import rotate_at
from tests.claims.draw import draw


def test_slow_pairs_alone_reach_new_angles() -> None:
    omega = rotary_frequencies(128)
    angles = (torch.arange(8192).double()[:, None] * omega).remainder(math.tau)
    for pair in range(64):
        seen, new = angles[:2048, pair].sort().values, angles[2048:, pair].contiguous()
        place = torch.searchsorted(seen, new)
        below, above = seen[place - 1], seen[place % 2048]  # round the circle
        gaps = torch.minimum((new - below) % math.tau, (above - new) % math.tau)
        if omega[pair] * 2048 >= math.tau:
            assert gaps.max() < 0.05
        else:
            assert gaps.max() > 0.25


def test_a_larger_base_slows_slow_pairs_most() -> None:
    for d, base in ((4, 100.0), (6, 500_000.0), (128, 10_000.0)):
        omega, i = rotary_frequencies(d, base), torch.arange(d // 2).double()
        assert math.isclose(ntk_base(base, 4.0, d), base * 4 ** (d / (d - 2)))
        ratios = omega / rotary_frequencies(d, ntk_base(base, 4.0, d))
        assert_close(ratios, 4 ** (2 * i / (d - 2)))
        for more in (1.5, 100.0):
            slower = omega / rotary_frequencies(d, more * base)
            assert (slower.diff() > 0).all()
            assert slower[0] == 1


def test_another_base_keeps_only_the_slowest_pair_in_range() -> None:
    omega = rotary_frequencies(128)
    slowed = rotary_frequencies(128, ntk_base(10_000.0, 4.0, 128))
    slow = 2048 * omega < math.tau
    furthest, seen = 8191 * slowed, 2047 * omega
    assert slow.sum() == 23
    assert (omega / slowed)[slow][:-1].max() < 4
    assert (furthest > seen + 0.003)[slow][:-1].all()  # and not yet round
    assert (furthest < math.tau)[slow].sum() > 10
    assert furthest[-1] < seen[-1] + 1e-4


def test_mixed_rules_lose_the_distance() -> None:
    (query, key), x = draw(0, 2, 1, 128), draw(1, 40, 128)
    old = rotary_frequencies(128, 500_000.0)
    new = llama3_frequencies(old)
    for cached in (old, new):
        scores = []
        for p in (3000, 3100, 3200):
            turned = rotate_at(query, torch.tensor([p]), new)
            kept = rotate_at(key, torch.tensor([p - 10]), cached)
            scores.append((turned @ kept.T).item())
        spread = max(scores) - min(scores)
        assert spread < 1e-9 if cached is new else spread > 1e-3
    positions = torch.arange(3000, 3040)
    further = rotate_at(rotate_at(x, positions, old), positions, new - old)
    assert_close(further, rotate_at(x, positions, new))

    def first_layer(rule: Tensor) -> Tensor:  # what a second layer's keys are made of
        turned = rotate_at(x, positions, rule)
        return scaled_dot_product_attention(turned, turned, x, causal_mask(40))[0]

    assert not torch.allclose(first_layer(old), first_layer(new / 4), atol=1e-3)
