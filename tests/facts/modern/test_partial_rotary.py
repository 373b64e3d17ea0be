"""What docs/modern/partial-rotary.md says in general."""

import math

import torch
from torch.testing import assert_close

from attention import (
    RotaryPositions,
    SlidingWindow,
    rotary_frequencies,
    rotate,
    yarn_frequencies,
    yarn_length,
)
from attention.gallery import outline, release
from tests.facts.draw import draw
from tests.facts.says import says


def test_a_score_is_the_sum_of_two_parts() -> None:
    says(
        "modern/partial-rotary",
        r"If the first \(r\) features are turned, a score is the sum of two parts.",
        r"\[ (R_m\,\query{q}_{<r}) \cdot (R_n\,\key{k}_{<r}) + \query{q}_{\ge r} \cdot \key{k}_{\ge r} \]",
        "The first part depends on the distance and the second does not.",
    )
    turn, r, firsts = RotaryPositions(40, 6, width=10).double(), 6, []
    q, k = draw(0, 1, 10), draw(1, 1, 10)
    for m, n in ((7, 2), (32, 27), (30, 2)):
        at_m, at_n = torch.tensor([m]), torch.tensor([n])
        firsts.append(rotate(q[:, :r], at_m) @ rotate(k[:, :r], at_n).T)
        assert_close(turn(q, m) @ turn(k, n).T, firsts[-1] + q[:, r:] @ k[:, r:].T)
    assert_close(firsts[0], firsts[1])
    assert (firsts[0] - firsts[2]).abs() > 0.1


def test_the_speeds_of_a_part() -> None:
    says(
        "modern/partial-rotary",
        r"They have fewer pairs, and these have speeds from the fastest to nearly the slowest: \(r\) takes the place of \(d\) in \(\omega_i = \text{base}^{-2i/d}\).",
        "GPT-NeoX turns a quarter of each head, GLM-4.5 and MiniMax-M2 half, and Phi-4-mini three quarters.",
    )
    shares = {
        "glm-4.5": (1 / 2, 1e6),
        "minimax-m2": (1 / 2, 5e6),
        "phi-4-mini": (3 / 4, 1e4),
    }
    for name, (share, base) in shares.items():
        few = {"n_routed_experts": 8} if name == "glm-4.5" else {"num_hidden_layers": 1}
        turn = outline({**release(name).config, **few}).blocks[0].attention.rotary
        r = int(share * turn.width)
        speeds = torch.tensor([base ** (-2 * i / r) for i in range(r // 2)])
        assert_close(torch.tensor(turn.frequencies), speeds)


def test_the_ramp() -> None:
    says(
        "modern/partial-rotary",
        r"\[ r_i = \min\Bigl(1, \max\Bigl(0, \frac{i - a}{b - a}\Bigr)\Bigr) \qquad \omega'_i = (1 - r_i)\,\omega_i + r_i\,\frac{\omega_i}{s} \]",
        r"\[ \frac{d \, \ln\bigl(n / (2 \pi t)\bigr)}{2 \ln \text{base}} \]",
        r"For 32 turns, this is rounded down to \(a\), though not below zero, and for one turn up to \(b\); gpt-oss does not round (`truncate`).",
        r"Pairs with at least 32 turns stay as they are, and pairs with at most one become \(s\) times slower.",
        "Pairs on the ramp have made at least one turn in training.",
        "By less than one step of training.",
    )
    assert not release("gpt-oss-20b").config["rope_parameters"]["truncate"]
    sizes = (64, 150_000.0, 4096, 32.0), (128, 500_000.0, 8192, 8.0)
    for d, base, n, s in (*sizes, (32, 10_000.0, 64, 8.0)):  # the last: a below 0
        for rounds in (True, False):
            omega = rotary_frequencies(d, base)
            a, b = (
                d * math.log(n / (2 * math.pi * t)) / (2 * math.log(base))
                for t in (32, 1)
            )
            a, b = (math.floor(a), math.ceil(b)) if rounds else (a, b)
            a = max(a, 0)
            r = [min(1, max(0, (i - a) / (b - a))) for i in range(d // 2)]
            slowed = [(1 - r[i]) * w + r[i] * w / s for i, w in enumerate(omega)]
            ours, turns = (
                yarn_frequencies(omega, base, s, n, truncate=rounds),
                n * omega / (2 * math.pi),
            )
            assert_close(ours, torch.stack(slowed))
            assert_close(ours[turns <= 1], omega[turns <= 1] / s)
            step = omega[turns < 1].double()  # of the last angle, before and after
            further = (s * n - 1) * ours[turns < 1].double() - (n - 1) * step
            assert ((further > 0) & (further < step)).all()
            assert torch.equal(ours[turns >= 32], omega[turns >= 32])


def test_longer_vectors_and_layers_without_a_window() -> None:
    says(
        "modern/partial-rotary",
        r"YaRN also multiplies turned queries and keys by \(m = 0.1 \ln s + 1\), and so their scores by \(m^2\), which makes weights sharper:",
        "Gemma 3 27B divides its frequencies by 8, and OLMo 3 has YaRN, both in layers without a window alone.",
    )
    m, x = 0.1 * math.log(40) + 1, draw(0, 5, 6)
    assert yarn_length(40) == m
    longer, plain = (RotaryPositions(5, 6, length=f).double()(x) for f in (m, 1.0))
    assert_close(longer @ longer.T, m**2 * plain @ plain.T)
    for name, base in (("gemma-3-27b", 1e6), ("olmo-3-32b", 5e5)):
        for block in outline(release(name).config).blocks[:6]:
            turn, layer = block.attention.rotary, block.attention
            slow = math.isclose(turn.frequencies[-1], base ** (2 / 128 - 1) / 8)
            assert slow != isinstance(layer.mask, SlidingWindow)
            assert (turn.length > 1) == (slow and name == "olmo-3-32b")
