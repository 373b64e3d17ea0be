"""What is behind the general sentences of docs/mistakes/randomness.md.

How torch draws is documented nowhere, and may change with a release.
"""

import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader

from attention import SelfAttentionV2, inputs
from tests.facts.says import says


def test_making_draws_and_calling_does_not():
    says(
        "mistakes/randomness",
        "This layer draws its weights when it is made, not when it is used.",
        "Dropout in training, a random example that is printed, or a pass over a `DataLoader` shifts later draws in the same way.",
    )
    layer = SelfAttentionV2(3, 2)
    for act, draws in (
        (lambda: SelfAttentionV2(3, 2), True),
        (lambda: layer(inputs), False),
        (lambda: F.dropout(inputs), True),
        (lambda: [*DataLoader([0.0, 1.0], shuffle=False)], True),
    ):
        before = torch.get_rng_state()
        act()
        assert torch.equal(before, torch.get_rng_state()) != draws


def test_rand_goes_on_and_randn_draws_its_last_sixteen_again():
    says(
        "mistakes/randomness",
        "On the CPU, `torch.rand` does not do this: its first numbers stay the same if you ask for more.",
        "At 18, even two large sizes disagree: if the size is not a multiple of 16, the last 16 numbers are drawn again.",
    )

    def first(draw, size: int) -> torch.Tensor:
        torch.manual_seed(123)
        return draw(size)

    for size in (5, 15, 17, 18, 31, 40):
        assert torch.equal(first(torch.rand, size), first(torch.rand, 64)[:size])
        few, many = first(torch.randn, size), first(torch.randn, 64)[:size]
        kept = max(0, size - 16)
        assert torch.equal(few[:kept], many[:kept])
        assert not torch.isclose(few[kept:], many[kept:]).any()
