"""What is behind the general sentences of docs/modern/longer-contexts.md."""

import torch

from attention import ntk_base, rotary_frequencies


def test_slow_pairs_alone_reach_new_angles() -> None:
    """In four times 2,048 tokens, also if a larger base slows the slowest by four."""
    omega = rotary_frequencies(128)
    larger = rotary_frequencies(128, ntk_base(10_000.0, 4.0, 128))
    positions = torch.arange(8192).double()
    for pair, new in ((0, False), (8, False), (41, True), (52, True), (58, True)):
        seen = positions[:2048] * omega[pair]
        for speeds in (omega, larger):
            reached = positions[2048::16] * speeds[pair]
            pairs = [torch.stack([a.cos(), a.sin()], -1) for a in (reached, seen)]
            gap = torch.cdist(*pairs).amin(dim=-1).max()
            assert (gap < 0.01) != new
