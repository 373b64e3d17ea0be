"""What is behind the general sentences of docs/models/what-heads-learn.md."""

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor, nn

from attention import AttentionOnly, fit, load_trained, record_weights, said_twice

PREVIOUS, OTHER, INDUCTION, FOURTH = (0, 0), (0, 1), (1, 0), (1, 1)  # layer, head


def twice(number: int, length: int, seed: int = 0) -> Tensor:
    return said_twice(number, length, torch.Generator().manual_seed(seed))


@torch.no_grad()
def right(model: nn.Module, length: int) -> float:
    """The share of the second copy."""
    ids = twice(300, length)
    found = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    return found[:, length:].double().mean().item()


@torch.no_grad()
def weights_of(model: nn.Module, ids: Tensor) -> list[Tensor]:
    with record_weights(model) as weights:
        model(ids)
    return [weights["layers.0.attend"], weights["layers.1.attend"]]


def without(*cuts: tuple[int, int], name: str = "induction") -> nn.Module:
    model = load_trained(name)
    for layer, head in cuts:
        columns = slice(16 * head, 16 * head + 16)
        model.layers[layer].out_proj.weight.data[:, columns] = 0
    return model


@torch.no_grad()
def keys_of(model: nn.Module, layer: int, ids: Tensor) -> Tensor:
    kept: list[Tensor] = []

    def keep(_: nn.Module, __: object, keys: Tensor) -> None:
        kept.append(keys)

    handle = model.layers[layer].W_key.register_forward_hook(keep)
    model(ids)
    handle.remove()
    return kept[0]


def changed(ids: Tensor, place: int) -> Tensor:
    other = ids.clone()
    other[:, place] = (ids[:, place] + 1) % 16
    return other


def test_without_heads_each_position_is_alone() -> None:
    torch.manual_seed(0)
    model, ids = AttentionOnly(16, 24, 32, 2, 2).double(), twice(1, 5)
    other = changed(ids, 2)
    assert not torch.allclose(model(ids)[:, 3:], model(other)[:, 3:], rtol=0, atol=1e-9)
    for layer in model.layers:
        nn.init.zeros_(layer.out_proj.weight)
    assert torch.equal(model(ids)[:, 3:], model(other)[:, 3:])


def test_the_induction_head_goes_by_the_number() -> None:
    for length in (5, 8, 12):
        generator = torch.Generator().manual_seed(2)
        first = said_twice(500, length, generator)[:, :length]
        order = torch.rand(500, length, generator=generator).argsort(dim=-1)
        ids = torch.cat([first, first.gather(1, order)], dim=1)
        of_second = weights_of(load_trained("induction"), ids)[1][:, 0, length:]
        followed = order < length - 1  # the last number of the first copy has no next
        assert (of_second.argmax(-1) == order + 1)[followed].double().mean() > 0.95


def test_the_keys_that_match_come_from_the_previous_token_head() -> None:
    """Without it, the induction head no longer finds the answer."""
    ids = twice(300, 10)
    shares, moved = [], []
    for cuts in ((), (PREVIOUS,), (OTHER,)):
        model = without(*cuts)
        to_next = weights_of(model, ids)[1][:, 0, 10:].diagonal(1, 1, 2)
        shares.append(to_next.mean().item())
        # The key after a number that changes: in the first layer it stays.
        first, other = ids[:, :10], changed(ids[:, :10], 2)
        before, after = (keys_of(model, 0, given)[:, 3] for given in (first, other))
        assert torch.equal(before, after)
        before, after = (
            keys_of(model, 1, given)[:, 3, :16] for given in (first, other)
        )
        moved.append((before - after).norm(dim=-1).mean().item())
    assert shares[0] > 0.9
    assert shares[1] < 0.5 * shares[0]
    assert shares[2] > 0.8 * shares[0]
    assert moved[1] < 0.3 * moved[0]
    assert moved[2] > 0.8 * moved[0]


@torch.no_grad()
def test_in_the_first_copy_it_names_numbers_that_came() -> None:
    ids = twice(500, 10, seed=4)
    named = load_trained("induction")(ids).argmax(dim=-1)
    came = [
        (named[:, place, None] == ids[:, : place + 1]).any(dim=-1) for place in range(9)
    ]
    assert torch.stack(came).double().mean() > 0.8
    assert not (torch.stack(came, dim=-1) & (named[:, :9] == ids[:, 1:10])).any()


def test_what_the_heads_look_at() -> None:
    torch.manual_seed(0)
    untrained = AttentionOnly(16, 24, 32, 2, 2)
    for length in (8, 10):
        ids = twice(300, length)
        for model, trained in ((load_trained("induction"), True), (untrained, False)):
            first, second = weights_of(model, ids)
            before = first[:, :, :length].diagonal(-1, 2, 3)
            after = second[:, :, length:].diagonal(1, 2, 3)
            if trained:
                assert before[:, 0].mean(dim=0).min() > 0.5
                assert after[:, 0].mean() > 0.9
            else:
                assert before.mean(dim=(0, 2)).max() < 0.3
                assert after.mean(dim=(0, 2)).max() < 0.1


def test_what_is_lost_without_heads() -> None:
    for spoiled in (PREVIOUS, INDUCTION):
        assert right(without(spoiled), 10) < 0.5
    for cuts in ((OTHER,), (FOURTH,), (OTHER, FOURTH)):
        assert right(without(*cuts), 10) > 0.95
    # Two heads that do the same hide each other.
    after = weights_of(load_trained("induction-shared"), twice(300, 10))[1][:, :, 10:]
    assert (after.diagonal(1, 2, 3).mean(dim=(0, 2)) > 0.9).all()
    for either in (INDUCTION, FOURTH):
        assert right(without(either, name="induction-shared"), 10) > 0.95
    assert right(without(INDUCTION, FOURTH, name="induction-shared"), 10) < 0.2


def test_one_layer_does_well_at_some_lengths_only() -> None:
    model = load_trained("induction-one-layer")
    assert 0.85 < right(model, 4) < 0.91
    assert 0.35 < right(model, 10) < 0.6
    assert 0.15 < right(model, 12) < 0.25


@pytest.mark.nightly
def test_one_layer_learns_one_length() -> None:
    """It goes by the distance: at another length it fails."""
    torch.manual_seed(0)
    model = AttentionOnly(16, 24, 32, 1, 2)
    generator = torch.Generator().manual_seed(0)

    def batches() -> Iterator[tuple[Tensor, Tensor]]:
        for _ in range(600):
            ids = said_twice(64, 10, generator)
            targets = ids[:, 1:].clone()
            targets[:, :10] = -1
            yield ids[:, :-1], targets

    fit(model, batches(), learning_rate=0.004, pad_id=-1)
    assert right(model, 10) > 0.99
    assert right(model, 8) < 0.2
