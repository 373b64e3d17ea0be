"""What docs/recurrent/recall.md says in general."""

from fractions import Fraction

import pytest
import torch
from torch.nn.functional import normalize

from attention import (
    draw_pairs,
    grouped_costs,
    load_trained,
    recurrent_kept,
)
from tests.attention.expect import assert_close, random


def test_the_formula_of_what_a_key_reads():
    k, v = normalize(random(13, 7, seed=1), dim=-1), random(13, 5, seed=2)
    S = sum(k[i, :, None] * v[i] for i in range(13))
    for i in range(13):
        others = (j for j in range(13) if j != i)
        assert_close(k[i] @ S, v[i] + sum((k[i] @ k[j]) * v[j] for j in others))


def test_orthogonal_keys_read_their_values_exactly():
    k, v = torch.linalg.qr(random(7, 7, seed=1)).Q, random(7, 5, seed=2)
    assert_close(k @ (k.mT @ v), v)


@pytest.mark.parametrize("seed", range(10))
def test_random_pairs_are_told_apart_beyond_the_dimensions(seed: int):
    """And read wrongly: what is added is longer than the value."""
    torch.manual_seed(seed)
    keys, values = normalize(torch.randn(128, 64), dim=-1), torch.randn(128, 64)
    read = keys @ (keys.mT @ values)
    error = (read - values).norm(dim=-1) / values.norm(dim=-1)
    nearest = torch.cdist(read, values).argmin(dim=-1)
    assert error.mean() > 1.2
    assert (nearest == torch.arange(128)).double().mean() > 0.93


def best_guess(writes: int, num_values: int) -> Fraction:
    """Over all values of a key: name the commonest, and any of them was the last."""
    each = (torch.arange(num_values),) * writes
    drawn = torch.cartesian_prod(*each).tolist()
    right = sum(max(map(values.count, values)) for values in drawn)
    return Fraction(right, writes * len(drawn))


def test_without_order_one_of_the_values_is_guessed():
    half = Fraction(1, 2)
    assert best_guess(2, 32) == half + half * Fraction(1, 32) == half + Fraction(1, 64)
    different, two_same = Fraction(31 * 30, 32**2), Fraction(3 * 31, 32**2)
    three = different / 3 + two_same * 2 / 3 + Fraction(1, 32**2)
    assert best_guess(3, 32) == three


@torch.no_grad()
def overwritten(rule: str) -> tuple[float, float]:
    """Of five keys, one is written again: how often it and the others are right."""
    model = load_trained("rewritten").get_submodule(rule)
    generator = torch.Generator().manual_seed(1)
    pairs, answers = draw_pairs(500, 5, generator=generator)
    once, asked = pairs[:, :10], pairs[:, 10:]
    again = torch.randint(32, (500, 1), generator=torch.Generator().manual_seed(2))
    ids = torch.cat([once, asked[:, :1], 32 + again, asked], dim=1)
    answers = torch.cat([again, answers[:, 1:]], dim=1)
    right = (model(ids)[:, -5:].argmax(dim=-1) == answers).double().mean(dim=0)
    return right[0].item(), right[1:].mean().item()


def test_decay_fades_other_pairs_too_and_the_delta_rule_hardly_does():
    for rule in ("delta", "gated"):
        assert min(overwritten(rule)) > 0.98
    new, others = overwritten("decay")
    assert new > 0.98
    assert others < 0.97
    new, _ = overwritten("linear")
    assert new < 0.7


def test_the_bytes_cross_at_1_056_tokens():
    full = 2 * grouped_costs(2048, 16, 2, 256).cached
    kept = recurrent_kept(16, 32, 128, 128, kernel_size=4)
    fixed = 36 * (4 * kept.state + 2 * kept.inputs)
    equal = [n for n in range(2000) if fixed + 12 * full * n == 48 * full * n]
    assert equal == [1056]
    assert 12 * full * 4 == 48 * full  # four times lower without what is fixed
