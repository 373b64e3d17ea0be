"""What is behind the general sentences of docs/models/training.md."""

from collections.abc import Callable, Iterator

import pytest
import torch
import torch.nn.functional as F

from attention import Transformer, fit, greedy, record_weights
from tests.claims.quotes import cited, derived, tested

Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Steps this small are slower on several cores than on one."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def batch(size: int, generator: torch.Generator) -> Batch:
    digits = torch.randint(10, (size, 8), generator=generator)
    start, end = torch.full((size, 1), 10), torch.full((size, 1), 11)
    answers = torch.cat([start, digits.flip(1), end], dim=1)
    return digits, answers[:, :-1], answers[:, 1:]


def copied(size: int, generator: torch.Generator) -> Batch:
    source, written, targets = batch(size, generator)
    return source.flip(1), written, targets


def unshifted(size: int, generator: torch.Generator) -> Batch:
    source, written, _ = batch(size, generator)
    return source, written, written


def train(
    seed: int,
    draw: Callable[[int, torch.Generator], Batch] = batch,
    num_steps: int = 100,
    positions: bool = True,
) -> tuple[Transformer, list[float], torch.Generator]:
    torch.manual_seed(seed)
    model = Transformer(10, 12, 9, 64, 1, 1)
    if not positions:
        model.source_positions.pos_emb.weight.requires_grad_(False).zero_()
    generator = torch.Generator().manual_seed(seed)
    batches = (draw(16, generator) for _ in range(num_steps))
    return model, fit(model, batches, 0.003), generator


def count_right(
    model: Transformer, generator: torch.Generator, draw: Callable[..., Batch] = batch
) -> int:
    source, _, targets = draw(500, generator)
    answers = greedy(model, source, start=10, end=11, max_new=9)
    if answers.shape != targets.shape:
        return 0
    return int((answers == targets).all(dim=1).sum())


@tested(
    "With ten seeds all 500 were right each time; the bound of 490 leaves room for "
    "other machines.",
    "The model was trained on very few of the possible sources, and it reverses new "
    "ones.",
    "From top right to bottom left: at the start it looks at the last digit, then at "
    "the one before it, and so on.",
)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_seeds_reverse_and_look_where_the_digit_is(seed: int) -> None:
    model, losses, generator = train(seed)
    assert losses[-1] < 0.02
    assert count_right(model, generator) == 500
    source, written, _ = batch(100, generator)
    with torch.no_grad(), record_weights(model) as weights:
        model(source, written)
    crossing = weights["decoder.0.cross_attention.attend"][:, 0]
    places = torch.arange(8)
    assert (crossing[:, places, 7 - places].mean(0) > 0.9).all()
    assert crossing[:, 8].mean(0).max() < 0.5  # what predicts the end looks nowhere


@tested("The diagonal, from top left to bottom right.")
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_copying_looks_along_the_other_diagonal(seed: int) -> None:
    model, _, generator = train(seed, copied)
    source, written, _ = copied(100, generator)
    with torch.no_grad(), record_weights(model) as weights:
        model(source, written)
    crossing = weights["decoder.0.cross_attention.attend"][:, 0]
    places = torch.arange(8)
    assert (crossing[:, places, places].mean(0) > 0.9).all()
    assert count_right(model, generator, copied) >= 490


@tested(
    "The loss is about as small as that of the run above, but what was learned is to "
    "copy: each place returns the word that it reads.",
)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_seeds_learn_to_copy_what_they_are_given(seed: int) -> None:
    model, losses, generator = train(seed, unshifted)
    assert losses[-1] < 0.02
    assert count_right(model, generator) <= 5
    source, written, _ = batch(100, generator)
    assert (model(source, written).argmax(-1) == written).float().mean() > 0.99


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_seeds_fail_without_positions(seed: int) -> None:
    model, _, generator = train(seed, positions=False)
    assert count_right(model, generator) <= 5


@tested(
    "The encoder has no causal mask, so without positions it treats all orders of the "
    "same digits alike, and cross-attention sums over them.",
    "All these sources get the same answer, which is right for at most one of them.",
)
@pytest.mark.parametrize("seed", range(5))
def test_without_positions_the_order_of_the_source_is_lost(seed: int) -> None:
    torch.manual_seed(seed)
    model = Transformer(10, 12, 9, 16, 2, 2).double()
    source, written, _ = batch(20, torch.Generator().manual_seed(seed))
    shuffled = source[:, torch.randperm(8)]
    assert not torch.allclose(model(source, written), model(shuffled, written))
    model.source_positions = torch.nn.Identity()
    torch.testing.assert_close(model(source, written), model(shuffled, written))


@tested(
    "The causal mask keeps each place from reading its own target.",
    "So one pass over one example makes nine predictions, each without having read its "
    "answer.",
)
def test_no_place_reads_its_target() -> None:
    torch.manual_seed(0)
    model = Transformer(10, 12, 9, 16, 2, 2).double()
    source, written, targets = batch(1, torch.Generator().manual_seed(0))
    logits = model(source, written)
    assert logits.shape[1] == 9
    assert torch.equal(written[:, 1:], targets[:, :-1])
    for place in range(8):
        other = written.clone()
        other[:, place + 1 :] = 0
        found = model(source, other)[:, : place + 1]
        torch.testing.assert_close(found, logits[:, : place + 1])


cited(
    "AdamW is a rule for such steps that gives each parameter a step size of its own:",
    source="Kingma and Ba (2015), section 1: individual adaptive learning rates for "
    "different parameters; Loshchilov and Hutter (2019), algorithm 2",
)
derived(
    "It is called cross-entropy, and it is zero only if all right words have "
    "probability 1.",
    where="models/training.md#the-loss",
)


@tested("The package has this loop as fit, which returns the losses:")
def test_fit_is_the_loop_of_the_page() -> None:
    model, losses, _ = train(0, num_steps=5)
    torch.manual_seed(0)
    other = Transformer(10, 12, 9, 64, 1, 1)
    generator = torch.Generator().manual_seed(0)
    optimiser = torch.optim.AdamW(other.parameters(), lr=0.003)
    for expected in losses:
        source, written, targets = batch(16, generator)
        logits = other(source, written)
        loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
        assert loss.item() == pytest.approx(expected)
        chosen = logits.softmax(-1).gather(-1, targets[..., None])
        assert loss.item() == pytest.approx(-chosen.log().mean().item(), rel=1e-5)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    for a, b in zip(model.parameters(), other.parameters(), strict=True):
        torch.testing.assert_close(a, b)


@tested(
    "The count is made by writing: greedy starts with 10, takes the word with the "
    "largest logit, appends it and reads it in the next step, until the end.",
)
def test_greedy_reads_what_it_wrote() -> None:
    torch.manual_seed(0)
    model = Transformer(10, 12, 9, 16, 1, 1)
    source, _, _ = batch(3, torch.Generator().manual_seed(0))
    read: list[torch.Tensor] = []
    model.target_emb.register_forward_pre_hook(lambda _, args: read.append(args[0]))
    answers = greedy(model, source, start=10, end=11, max_new=9)
    for step, ids in enumerate(read):
        assert (ids[:, 0] == 10).all()
        assert torch.equal(ids[:, 1:], answers[:, :step])


@tested(
    "With padding counted, the loss looks better than this model is, and it depends on "
    "how much padding a batch has.",
)
def test_padding_that_counts_flatters_a_model_that_is_sure_of_it() -> None:
    losses = []
    for length in range(1, 9):
        targets = torch.full((1, 9), 12)
        targets[:, :length] = 3
        logits = torch.zeros(1, 9, 13)
        logits[targets == 12, 12] = 20.0
        logits, targets = logits.flatten(0, 1), targets.flatten()
        losses.append(F.cross_entropy(logits, targets).item())
        right = F.cross_entropy(logits, targets, ignore_index=12)
        assert right > losses[-1]
    assert losses == sorted(losses)
    assert losses[-1] > 2 * losses[0]


@tested(
    "The ends are left out with the padding, so no step teaches the model to stop.",
    "Padding needs an id of its own.",
)
def test_a_left_out_target_gives_its_logit_no_reason_to_rise() -> None:
    logits = torch.randn(2, 9, 13, generator=torch.Generator().manual_seed(0))
    logits.requires_grad_()
    targets = torch.tensor([[3, 1, 4, 1, 5, 9, 2, 6, 11], [7, *[11] * 8]])
    flat = logits.flatten(0, 1)
    F.cross_entropy(flat, targets.flatten(), ignore_index=11).backward()
    assert (logits.grad[..., 11] >= 0).all()  # each step lowers it or leaves it
    assert (logits.grad[targets == 11] == 0).all()
