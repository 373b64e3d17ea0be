"""What is behind the general sentences of docs/mistakes/inverted-mask.md."""

import torch

from attention import causal_mask
from tests.claims.quotes import tested


@tested(
    "In a causal layer, the first words are the ones that most often lose all their "
    "weights, because they have the fewest."
)
def test_the_first_rows_become_empty_most_often() -> None:
    torch.manual_seed(0)
    kept = (torch.rand(20_000, 6, 6) >= 0.5) & causal_mask(6)
    empty = (~kept.any(dim=-1)).double().mean(dim=0)
    assert (empty.diff() < 0).all()
    assert torch.allclose(empty, 0.5 ** torch.arange(1.0, 7).double(), atol=0.02)


@tested("Because nan times zero is nan.")
def test_dropout_keeps_nan() -> None:
    assert torch.nn.Dropout(0.9)(torch.full((100,), torch.nan)).isnan().all()
