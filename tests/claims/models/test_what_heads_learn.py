"""What is behind the general sentences of docs/models/what-heads-learn.md."""

import pytest
import torch
from torch import nn

from attention import AttentionOnly, load_trained, record_weights, said_twice
from tests.claims.quotes import cited, tested

cited(
    "Head 0 of layer 1 looks at the answer, which comes next: it is an induction head "
    '(Elhage et al., 2021, section "Induction Heads").',
    source="Elhage et al. (2021), A Mathematical Framework for Transformer Circuits, "
    "Two-Layer Attention-Only Transformers, Induction Heads",
)
cited(
    "Olsson et al. (2022, abstract) describe induction heads as heads that complete "
    "A B … A with B, and "
    "present evidence, causal for small models and correlational for large ones, that "
    "such heads may be how language models use what they have read in the same text.",
    source="Olsson et al. (2022), In-context Learning and Induction Heads, abstract",
)


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@torch.no_grad()
def right(model: nn.Module, length: int, seed: int = 0) -> float:
    """The share of the second saying."""
    ids = said_twice(300, length, seeded(seed))
    found = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    return found[:, length:].double().mean().item()


@tested(
    "Nothing predicts the first saying.",
    "In the second, the next number is the one that came after the same number the "
    "first time.",
)
def test_the_second_saying_follows_from_the_first() -> None:
    ids = said_twice(500, 10, seeded(0)).tolist()
    for row in ids:
        for place in range(10, 19):
            assert row[place + 1] == row[row.index(row[place]) + 1]
    # Counted over all pairs of neighbours, no number follows another more often.
    pairs = said_twice(20_000, 10, seeded(1))[:, :10].unfold(1, 2, 1).flatten(0, 1)
    counts = torch.bincount(16 * pairs[:, 0] + pairs[:, 1], minlength=256)
    others = counts.view(16, 16)[~torch.eye(16).bool()]
    assert others.min() > 0.8 * others.max()


@tested(
    "These sequences were drawn anew.",
    "What the model learned is no sequence, but a way of using the one in front of it.",
)
def test_new_sequences_of_each_length_are_said_again() -> None:
    model = load_trained("induction")
    for length in range(4, 13):
        assert right(model, length, seed=length) > 0.99


@tested("Only its heads carry anything from one position to another:")
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


@tested(
    "It goes by the number and not by the distance: if the second saying is shuffled, "
    "the head still looks at what followed each number the first time.",
)
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
    followed = order < length - 1  # the last number of the first saying has no next
    assert (of_second.argmax(-1) == order + 1)[followed].double().mean() > 0.95


@tested(
    "The key at that position is computed from what is in that position:",
    "In the first layer its key is the same as before, since it is computed from 12 "
    "and its position alone.",
    "Each of its keys is computed from one number and its position, so no query can "
    "ask for what came after a 12.",
)
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


@tested(
    "In the second it is not: the previous-token head has meanwhile added to each "
    "position what it gathered from the one before.",
    'So a key can say "I come after a 12", and the query of the second 12 can match '
    "it.",
)
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
        head = weights["layers.1.attend"][:, 0]
        shares.append(head.diagonal(-9, 1, 2).mean().item())
    whole, without_previous, without_other = shares
    assert whole > 0.8
    assert without_previous < 0.5 * whole
    assert without_other > 0.8 * whole


@tested(
    "A head that can be cut out without loss may still do the work, so cut out groups, "
    "too.",
    "There are two, and each can do without the other.",
)
def test_two_heads_that_do_the_same_hide_each_other() -> None:
    for cuts, low, high in (((0,), 0.95, 1.01), ((1,), 0.95, 1.01), ((0, 1), 0, 0.2)):
        model = load_trained("induction-shared")
        for head in cuts:
            columns = slice(16 * head, 16 * head + 16)
            model.layers[1].out_proj.weight.data[:, columns] = 0
        assert low <= right(model, 10) < high
