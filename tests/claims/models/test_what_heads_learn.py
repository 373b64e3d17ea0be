"""What is behind the general sentences of docs/models/what-heads-learn.md."""

from collections.abc import Iterator

import pytest
import torch
from torch import nn

from attention import AttentionOnly, fit, load_trained, record_weights, said_twice


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@torch.no_grad()
def right(model: nn.Module, length: int, seed: int = 0) -> float:
    """The share of the second copy."""
    ids = said_twice(300, length, seeded(seed))
    found = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    return found[:, length:].double().mean().item()


def test_the_second_copy_follows_from_the_first() -> None:
    ids = said_twice(500, 10, seeded(0)).tolist()
    for row in ids:
        assert len(set(row)) == 10
        for place in range(10, 19):
            assert row[place + 1] == row[row.index(row[place]) + 1]
    # Counted over all pairs of neighbours, no number follows another more often.
    pairs = said_twice(20_000, 10, seeded(1))[:, :10].unfold(1, 2, 1).flatten(0, 1)
    counts = torch.bincount(16 * pairs[:, 0] + pairs[:, 1], minlength=256)
    others = counts.view(16, 16)[~torch.eye(16).bool()]
    assert others.min() > 0.8 * others.max()


def test_new_sequences_of_each_length_are_said_again() -> None:
    model = load_trained("induction")
    for length in range(4, 13):
        assert right(model, length, seed=length) > 0.99


@pytest.mark.parametrize("seed", range(5))
def test_without_heads_each_position_is_alone(seed: int) -> None:
    torch.manual_seed(seed)
    model = AttentionOnly(16, 24, 32, 2, 2).double()
    ids = said_twice(1, 5, seeded(seed))
    other = ids.clone()
    other[:, 2] = (ids[:, 2] + 1) % 16
    assert not torch.allclose(model(ids)[:, 3:], model(other)[:, 3:], rtol=0, atol=1e-9)
    for layer in model.layers:
        nn.init.zeros_(layer.out_proj.weight)
    assert torch.equal(model(ids)[:, 3:], model(other)[:, 3:])


@pytest.mark.parametrize("length", [5, 8, 12])
def test_the_induction_head_goes_by_the_number(length: int) -> None:
    generator = seeded(2)
    first = said_twice(500, length, generator)[:, :length]
    order = torch.rand(500, length, generator=generator).argsort(dim=-1)
    ids = torch.cat([first, first.gather(1, order)], dim=1)
    model = load_trained("induction")
    with torch.no_grad(), record_weights(model) as weights:
        model(ids)
    of_second = weights["layers.1.attend"][:, 0, length:]
    followed = order < length - 1  # the last number of the first copy has no next
    assert (of_second.argmax(-1) == order + 1)[followed].double().mean() > 0.95


@pytest.mark.parametrize("seed", range(5))
def test_keys_of_the_first_layer_are_those_of_one_token(seed: int) -> None:
    torch.manual_seed(seed)
    model = AttentionOnly(16, 24, 32, 2, 2).double()
    ids = torch.randint(16, (1, 9))
    other = torch.randint(16, (1, 9))
    other[:, 4] = ids[:, 4]
    keys: list[list[torch.Tensor]] = []
    for layer in model.layers:
        kept: list[torch.Tensor] = []
        layer.W_key.register_forward_hook(lambda *a, kept=kept: kept.append(a[2]))
        keys.append(kept)
    model(ids)
    model(other)
    (first, first_other), (second, second_other) = keys
    assert torch.equal(first[:, 4], first_other[:, 4])
    assert not torch.allclose(second[:, 4], second_other[:, 4], rtol=0, atol=1e-9)


def test_the_keys_that_match_come_from_the_previous_token_head() -> None:
    """Without it, the induction head no longer finds the answer."""
    ids = said_twice(300, 10, seeded(0))
    shares = []
    for cut in (None, 0, 1):
        model = load_trained("induction")
        if cut is not None:
            columns = slice(16 * cut, 16 * cut + 16)
            model.layers[0].out_proj.weight.data[:, columns] = 0
        with torch.no_grad(), record_weights(model) as weights:
            model(ids)
        second = weights["layers.1.attend"][:, 0, 10:]
        shares.append(second.diagonal(1, 1, 2).mean().item())
    whole, without_previous, without_other = shares
    assert whole > 0.9
    assert without_previous < 0.5 * whole
    assert without_other > 0.8 * whole
    # The key moves with the number before, and hardly without the previous-token head.
    first = ids[:, :10]
    other = first.clone()
    other[:, 2] = (other[:, 2] + 1) % 16
    moved = []
    for cut in (None, 0, 1):
        model = load_trained("induction")
        if cut is not None:
            columns = slice(16 * cut, 16 * cut + 16)
            model.layers[0].out_proj.weight.data[:, columns] = 0
        keys: list[torch.Tensor] = []
        model.layers[1].W_key.register_forward_hook(
            lambda *a, keys=keys: keys.append(a[2][:, 3, :16])
        )
        with torch.no_grad():
            model(first)
            model(other)
        moved.append((keys[0] - keys[1]).norm(dim=-1).mean().item())
    assert moved[1] < 0.3 * moved[0]
    assert moved[2] > 0.8 * moved[0]


def test_in_the_first_copy_it_names_numbers_that_came() -> None:
    ids = said_twice(500, 10, seeded(4))
    with torch.no_grad():
        named = load_trained("induction")(ids).argmax(dim=-1)
    came = [
        (named[:, place, None] == ids[:, : place + 1]).any(dim=-1) for place in range(9)
    ]
    assert torch.stack(came).double().mean() > 0.8
    assert not (torch.stack(came, dim=-1) & (named[:, :9] == ids[:, 1:10])).any()


def test_what_the_heads_look_at() -> None:
    torch.manual_seed(0)
    untrained = AttentionOnly(16, 24, 32, 2, 2)
    for model, trained in ((load_trained("induction"), True), (untrained, False)):
        for length in (8, 10):
            ids = said_twice(300, length, seeded(length))
            with torch.no_grad(), record_weights(model) as weights:
                model(ids)
            before = weights["layers.0.attend"][:, :, :length].diagonal(-1, 2, 3)
            after = weights["layers.1.attend"][:, :, length:].diagonal(1, 2, 3)
            if trained:
                assert before[:, 0].mean(dim=0).min() > 0.5
                assert after[:, 0].mean() > 0.9
            else:
                assert before.mean(dim=(0, 2)).max() < 0.3
                assert after.mean(dim=(0, 2)).max() < 0.1


@pytest.mark.slow
def test_one_layer_learns_one_length() -> None:
    """It goes by the distance: at another length it fails."""
    torch.manual_seed(0)
    model = AttentionOnly(16, 24, 32, 1, 2)
    generator = seeded(0)

    def batches() -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        for _ in range(600):
            ids = said_twice(64, 10, generator)
            targets = ids[:, 1:].clone()
            targets[:, :10] = -1
            yield ids[:, :-1], targets

    fit(model, batches(), learning_rate=0.004, pad_id=-1)
    assert right(model, 10) > 0.99
    assert right(model, 8) < 0.2


def test_one_layer_does_well_at_some_lengths_only() -> None:
    model = load_trained("induction-one-layer")
    assert 0.85 < right(model, 4) < 0.91
    assert 0.35 < right(model, 10) < 0.6
    assert 0.15 < right(model, 12) < 0.25


def test_what_is_lost_without_heads() -> None:
    def left(*cuts: tuple[int, int]) -> float:
        model = load_trained("induction")
        for layer, head in cuts:
            columns = slice(16 * head, 16 * head + 16)
            model.layers[layer].out_proj.weight.data[:, columns] = 0
        return right(model, 10)

    assert left((0, 0)) < 0.5
    assert left((1, 0)) < 0.5
    for cuts in (((0, 1),), ((1, 1),), ((0, 1), (1, 1))):
        assert left(*cuts) > 0.95


def test_two_heads_that_do_the_same_hide_each_other() -> None:
    ids = said_twice(300, 10, seeded(0))
    model = load_trained("induction-shared")
    with torch.no_grad(), record_weights(model) as weights:
        model(ids)
    to_next = weights["layers.1.attend"][:, :, 10:].diagonal(1, 2, 3)
    assert (to_next.mean(dim=(0, 2)) > 0.9).all()  # both are induction heads
    for cuts, low, high in (((0,), 0.95, 1.01), ((1,), 0.95, 1.01), ((0, 1), 0, 0.2)):
        model = load_trained("induction-shared")
        for head in cuts:
            columns = slice(16 * head, 16 * head + 16)
            model.layers[1].out_proj.weight.data[:, columns] = 0
        assert low <= right(model, 10) < high
