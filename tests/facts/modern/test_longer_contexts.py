"""What is behind the general sentences of docs/modern/longer-contexts.md."""

import math

import torch

from attention import ntk_base, rotary_frequencies
from tests.facts.says import says


def test_slow_pairs_alone_reach_new_angles() -> None:
    """In four times 2,048 tokens, also if a larger base slows the slowest by four."""
    says(
        "modern/longer-contexts",
        "The fastest pairs turn hundreds of times, so the angles that they reach in a longer text are close to angles that already occurred.",
        "The 23 slow pairs do not complete a turn, so in a longer text they reach angles that are new.",
    )
    omega = rotary_frequencies(128)
    turns = 2048 * omega / (2 * math.pi)
    assert turns[:4].min() > 200
    assert (turns < 1).tolist() == [pair > 40 for pair in range(64)]
    larger = rotary_frequencies(128, ntk_base(10_000.0, 4.0, 128))
    slower = (omega / larger)[41:63]
    assert 1 < slower.min() < slower.max() < 4
    positions = torch.arange(8192).double()
    for pair in range(63):
        seen = positions[:2048] * omega[pair]
        for speeds in (omega, larger):
            reached = positions[2048::16] * speeds[pair]
            pairs = [torch.stack([a.cos(), a.sin()], -1) for a in (reached, seen)]
            gap = torch.cdist(*pairs).amin(dim=-1).max()
            assert (gap > omega[pair]) == (turns[pair] < 1)
            assert gap < 0.02 or turns[pair] < 100
