"""What is behind the general sentences of docs/mistakes/randomness.md.

How torch draws is documented nowhere, and may change with a release.
"""

import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader

from attention import SelfAttentionV2, inputs


def test_making_draws_and_calling_does_not():
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
