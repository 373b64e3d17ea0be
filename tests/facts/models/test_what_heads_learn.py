"""What is behind the general sentences of docs/models/what-heads-learn.md."""

import pytest
import torch
from torch import nn

from attention import AttentionOnly, fit, load_trained, record_weights, said_twice
from attention.examples.repeated import said_twice_batches
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


@torch.no_grad()
def test_in_the_first_copy_it_names_numbers_that_came() -> None:
    says(
        "models/what-heads-learn",
        "In the first copy it mostly names a number that has already appeared, which is wrong every time.",
    )
    ids = said_twice(500, 10, torch.Generator().manual_seed(4))
    named = load_trained("induction")(ids).argmax(dim=-1)[:, :9]
    came = (named[..., None] == ids[:, None, :9]).tril().any(dim=-1)
    assert came.double().mean() > 0.8
    assert not (came & (named == ids[:, 1:10])).any()


def test_without_both_other_heads_almost_nothing_is_lost() -> None:
    says(
        "models/what-heads-learn",
        "Removing either of the other two heads, or both, spoils almost nothing.",
    )
    model = load_trained("induction")
    for layer in model.layers:
        layer.out_proj.weight.data[:, 16:] = 0  # head 1
    assert right(model, 10) > 0.95


def test_one_layer_does_well_at_some_lengths_only() -> None:
    says(
        "models/what-heads-learn",
        "One layer does well at some lengths and fails at others: ours gets nearly nine in ten right when the copies have four numbers, and two in ten when they have twelve.",
    )
    model = load_trained("induction-one-layer")
    assert 0.85 < right(model, 4) < 0.91
    assert 0.15 < right(model, 12) < 0.25


@pytest.mark.nightly
def test_one_layer_learns_one_length() -> None:
    """It goes by the distance: at another length it fails."""
    says(
        "models/what-heads-learn",
        "Positions help: trained only on sequences of ten numbers, one layer gets them all right, since the answer is always nine places back.",
    )
    torch.manual_seed(0)
    model = AttentionOnly(16, 24, 32, 1, 2)
    drawn = said_twice_batches(5400, torch.Generator().manual_seed(0))
    of_ten = (batch for batch in drawn if batch[0].shape[-1] == 19)
    fit(model, of_ten, learning_rate=0.004, pad_id=-1)
    assert right(model, 10) > 0.99
    assert right(model, 8) < 0.2
