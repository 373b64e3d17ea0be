"""What is behind the general sentences of docs/models/what-heads-learn.md."""

import torch
from torch import nn

from attention import load_trained, record_weights, said_twice
from tests.facts.says import says


@torch.no_grad()
def right(model: nn.Module, length: int) -> float:
    """The share of the second copy."""
    ids = said_twice(300, length, torch.Generator().manual_seed(0))
    found = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    return found[:, length:].double().mean().item()


@torch.no_grad()
def test_the_induction_head_goes_by_the_number() -> None:
    says(
        "models/what-heads-learn",
        "It goes by the number, not by the distance: if the second copy is shuffled, the head still looks at what followed each number, except the last, in the first.",
    )
    model = load_trained("induction")
    for length in (5, 8, 12):
        generator = torch.Generator().manual_seed(2)
        first = said_twice(500, length, generator)[:, :length]
        order = torch.rand(500, length, generator=generator).argsort(dim=-1)
        with record_weights(model) as weights:
            model(torch.cat([first, first.gather(1, order)], dim=1))
        of_second = weights["layers.1.attend"][:, 0, length:]
        followed = order < length - 1  # the last number of the first copy has no next
        assert (of_second.argmax(-1) == order + 1)[followed].double().mean() > 0.95


def test_without_both_other_heads_almost_nothing_is_lost() -> None:
    says(
        "models/what-heads-learn",
        "Removing either of the other two heads, or both, spoils almost nothing.",
    )
    model = load_trained("induction")
    for layer in model.layers:
        layer.out_proj.weight.data[:, 16:] = 0  # head 1
    assert right(model, 10) > 0.95
