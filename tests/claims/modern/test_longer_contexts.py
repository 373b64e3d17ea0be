"""What is behind the general sentences of docs/modern/longer-contexts.md."""

import math

import pytest
import torch
from torch import Tensor

from attention import (
    causal_mask,
    llama3_frequencies,
    ntk_base,
    rotary_frequencies,
    rotate,
    scaled_dot_product_attention,
)
from attention.modern.rotary import rotate_at


def draw(seed: int, *shape: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


def test_slow_pairs_alone_reach_new_angles() -> None:
    omega = rotary_frequencies(128)
    seen = (torch.arange(2048).double()[:, None] * omega).remainder(math.tau)
    new = (torch.arange(2048, 8192).double()[:, None] * omega).remainder(math.tau)

    def furthest(pair: int) -> float:
        had = seen[:, pair].sort().values
        place = torch.searchsorted(had, new[:, pair].contiguous())
        below, above = had[place - 1], had[place % 2048]  # round the circle
        gaps = ((new[:, pair] - below) % math.tau, (above - new[:, pair]) % math.tau)
        return torch.minimum(*gaps).max().item()

    for pair in range(64):
        if omega[pair] * 2048 >= math.tau:
            assert furthest(pair) < 0.05
        else:
            assert furthest(pair) > 0.25


@pytest.mark.parametrize("width", [2, 8, 128])
def test_divided_positions_bring_neighbours_together(width: int) -> None:
    x = draw(width, 1, width)
    quarter = rotate(x, torch.tensor([8000]) / 4)
    torch.testing.assert_close(quarter, rotate(x, torch.tensor([2000])))
    half, omega = width // 2, rotary_frequencies(width)
    for p in (0, 5, 700):
        pairs = [
            torch.complex(turned[0, :half], turned[0, half:])
            for turned in (rotate(x, torch.tensor([q]) / 4) for q in (p, p + 1))
        ]
        torch.testing.assert_close((pairs[1] / pairs[0]).angle(), omega / 4)


@pytest.mark.parametrize("d", [4, 6, 64, 128])
@pytest.mark.parametrize("base", [100.0, 10_000.0, 500_000.0])
def test_a_larger_base_slows_slow_pairs_most(d: int, base: float) -> None:
    omega = rotary_frequencies(d, base)
    assert math.isclose(ntk_base(base, 4.0, d), base * 4 ** (d / (d - 2)))
    ratios = omega / rotary_frequencies(d, ntk_base(base, 4.0, d))
    i = torch.arange(d // 2).double()
    torch.testing.assert_close(ratios, 4 ** (2 * i / (d - 2)))
    for more in (1.5, 4.0, 100.0):
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


def test_llamas_rule_leaves_fast_pairs() -> None:
    omega = rotary_frequencies(128, 500_000.0)
    ratios, turns = omega / llama3_frequencies(omega), 8192 * omega / math.tau
    assert torch.equal(ratios[turns >= 4], torch.ones(29).double())
    torch.testing.assert_close(ratios[turns <= 1], torch.full((29,), 8.0).double())
    between = ratios[(turns < 4) & (turns > 1)]
    assert len(between) == 6
    assert ((between > 1) & (between < 8)).all()
    torch.testing.assert_close(ratios[35:], torch.full((29,), 8.0).double())
    assert torch.equal(ratios[:29], torch.ones(29).double())


@pytest.mark.parametrize("seed", range(10))
def test_short_texts_are_beginnings_and_another_base_moves_scores(seed: int) -> None:
    x, y = draw(seed, 2, 300, 128)
    whole = rotate(x, torch.arange(300))
    assert torch.equal(rotate(x[:70], torch.arange(70)), whole[:70])
    positions = torch.arange(300)
    kept, moved = (
        rotate(x, positions, base) @ rotate(y, positions, base).T
        for base in (500_000.0, 125_000.0)
    )
    torch.testing.assert_close(kept.diagonal(), moved.diagonal())
    assert (kept - moved).abs()[100:, :1].min() > 1e-4


@pytest.mark.parametrize("seed", range(10))
def test_mixed_rules_lose_the_distance(seed: int) -> None:
    query, key = draw(seed, 2, 1, 128)
    omega = rotary_frequencies(128, 500_000.0)
    scaled = llama3_frequencies(omega)
    for old in (omega, scaled):
        scores = []
        for p in (3000, 3100, 3200):
            turned = rotate_at(query, torch.tensor([p]), scaled)
            kept = rotate_at(key, torch.tensor([p - 10]), old)
            scores.append((turned @ kept.T).item())
        spread = max(scores) - min(scores)
        assert spread < 1e-9 if old is scaled else spread > 1e-3
    x, positions = draw(seed, 40, 128), torch.arange(3000, 3040)
    further = rotate_at(rotate_at(x, positions, omega), positions, scaled - omega)
    torch.testing.assert_close(further, rotate_at(x, positions, scaled))
    first, second = (  # what a second layer's keys are computed from
        scaled_dot_product_attention(
            *2 * [rotate_at(x, positions, rule)], x, causal_mask(40)
        )[0]
        for rule in (omega, scaled / 4)
    )
    assert not torch.allclose(first, second, atol=1e-3)


def test_a_larger_base_leaves_more_pairs_below_a_turn() -> None:
    for d in (16, 64, 128):
        counts = [
            (length * rotary_frequencies(d, base) < math.tau).sum().item()
            for length in (2048, 8192)
            for base in (10_000.0, 500_000.0)
        ]
        assert counts[0] < counts[1]
        assert counts[2] < counts[3]
