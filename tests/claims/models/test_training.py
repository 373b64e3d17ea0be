"""What is behind the general sentences of docs/models/training.md."""

from collections.abc import Callable, Iterator

import pytest
import torch
import torch.nn.functional as F

from attention import (
    MultiHeadAttention,
    Transformer,
    fit,
    greedy,
    mask_from_lengths,
    record_weights,
)

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
    others, _, _ = batch(100, generator)  # digits of other answers
    assert (model(others, written)[:, 8].softmax(-1)[:, 11] > 0.9).all()


def test_a_step_moves_all_parameters() -> None:
    before = train(0, num_steps=0)[0]
    after = train(0, num_steps=1)[0]
    for a, b in zip(before.parameters(), after.parameters(), strict=True):
        assert ((a != b) | (a == 0)).all()
        assert (a - b).abs().max() < 0.0035  # the rate, and some decay


@pytest.mark.parametrize("seed", range(10))
def test_the_sources_that_are_tried_were_not_seen(seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    draws = [batch(16, generator)[0] for _ in range(100)]
    seen = {tuple(row) for draw in draws for row in draw.tolist()}
    new = {tuple(row) for row in batch(500, generator)[0].tolist()}
    assert len(seen) == 1_600
    assert not seen & new


@pytest.mark.slow
def test_copying_looks_along_the_other_diagonal() -> None:
    model, _, generator = train(1, copied)  # the page draws seed 0
    source, written, _ = copied(100, generator)
    with torch.no_grad(), record_weights(model) as weights:
        model(source, written)
    crossing = weights["decoder.0.cross_attention.attend"][:, 0]
    places = torch.arange(8)
    assert (crossing[:, places, places].mean(0) > 0.9).all()
    assert count_right(model, generator, copied) >= 490


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_three_seeds_learn_to_repeat_what_they_are_given(seed: int) -> None:
    model, losses, generator = train(seed, unshifted)
    assert 0.002 < losses[-1] < 0.01  # with seed 0, one that reverses has 0.0043
    assert count_right(model, generator) <= 5
    source, written, _ = batch(100, generator)
    assert (model(source, written).argmax(-1) == written).float().mean() > 0.99


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_three_seeds_fail_without_positions(seed: int) -> None:
    model, _, generator = train(seed, positions=False)
    assert count_right(model, generator) <= 5


@pytest.mark.parametrize("seed", range(5))
def test_without_positions_the_order_of_the_source_is_lost(seed: int) -> None:
    torch.manual_seed(seed)
    model = Transformer(10, 12, 9, 16, 2, 2).double()
    source, written, _ = batch(20, torch.Generator().manual_seed(seed))
    order = torch.randperm(8)
    shuffled = source[:, order]
    assert not torch.allclose(model(source, written), model(shuffled, written))
    model.source_positions = torch.nn.Identity()
    vectors, _ = model.encode(source)
    torch.testing.assert_close(model.encode(shuffled)[0], vectors[:, order])
    torch.testing.assert_close(model(source, written), model(shuffled, written))
    for block in model.encoder:  # the cause taken away: with a causal mask, order shows
        block.attention = Causal()
    assert not torch.allclose(model(source, written), model(shuffled, written))


class Causal(MultiHeadAttention):
    """Causal attention in place of an encoder's, which is given a mask of padding."""

    def __init__(self) -> None:
        super().__init__(16, 16, 9, 0.0, 2)
        self.double()

    def forward(self, x: torch.Tensor, mask: None = None) -> torch.Tensor:
        assert mask is None
        return super().forward(x)


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


def test_fit_is_the_loop_of_the_page() -> None:
    model, losses, _ = train(0, num_steps=5)
    torch.manual_seed(0)
    other = Transformer(10, 12, 9, 64, 1, 1)
    generator = torch.Generator().manual_seed(0)
    optimizer = torch.optim.AdamW(other.parameters(), lr=0.003)
    for expected in losses:
        source, written, targets = batch(16, generator)
        logits = other(source, written)
        loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
        assert loss.item() == pytest.approx(expected)
        chosen = logits.softmax(-1).gather(-1, targets[..., None])
        assert loss.item() == pytest.approx(-chosen.log().mean().item(), rel=1e-5)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    for a, b in zip(model.parameters(), other.parameters(), strict=True):
        torch.testing.assert_close(a, b)


def test_greedy_reads_what_it_wrote() -> None:
    torch.manual_seed(0)
    model = Transformer(10, 12, 9, 16, 1, 1)
    model.out_head.bias.data[11] = -100.0  # else this untrained model ends at once
    source, _, _ = batch(3, torch.Generator().manual_seed(0))
    read: list[torch.Tensor] = []
    model.target_emb.register_forward_pre_hook(lambda _, args: read.append(args[0]))
    answers = greedy(model, source, start=10, end=11, max_new=9)
    for step, ids in enumerate(read):
        assert (ids[:, 0] == 10).all()
        assert torch.equal(ids[:, 1:], answers[:, :step])
    assert len(read) == 9
    last = [logits[:, -1].argmax(-1) for logits in map(model, [source] * 9, list(read))]
    assert torch.equal(torch.stack(last, dim=1), answers)
    torch.nn.init.zeros_(model.out_head.weight)
    model.out_head.bias.data = torch.eye(12)[11]
    assert greedy(model, source, start=10, end=11, max_new=9).tolist() == [[11]] * 3


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


def test_a_left_out_target_gives_its_logit_no_reason_to_rise() -> None:
    logits = torch.randn(2, 9, 13, generator=torch.Generator().manual_seed(0))
    logits.requires_grad_()
    targets = torch.tensor([[3, 1, 4, 1, 5, 9, 2, 6, 11], [7, *[11] * 8]])
    flat = logits.flatten(0, 1)
    F.cross_entropy(flat, targets.flatten(), ignore_index=11).backward()
    assert (logits.grad[..., 11] >= 0).all()  # each step lowers it or leaves it
    assert (logits.grad[targets == 11] == 0).all()
    found = []
    for padding in (12, 11):  # an id of its own; the end's, and a mask
        ids = torch.tensor([[3, 1, 4, 1, 5, 9, 2, 6, 11], [7, 11, *[padding] * 7]])
        lengths = torch.tensor([9, 2])
        shown = mask_from_lengths(lengths, 9)[:, 0]
        assert (ids[shown] == 11).sum() == 2
        counted = ids if padding == 12 else ids.where(shown, -100)
        model = FromNothing()
        found += fit(model, [(ids, counted)] * 3, 0.1, 12 if padding == 12 else None)
        assert model.logits[0, 11] > 0
    assert found[:3] == found[3:]


class FromNothing(torch.nn.Module):
    """The same logits everywhere."""

    def __init__(self) -> None:
        super().__init__()
        self.logits = torch.nn.Parameter(torch.zeros(1, 13))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.logits.expand(*ids.shape, 13)


def test_each_pad_id_is_about_its_own_side() -> None:
    torch.manual_seed(0)
    model = Transformer(10, 13, 9, 16, 1, 1, pad_id=9)
    _, mask = model.encode(torch.tensor([[3, 9, 9]]))
    assert mask.tolist() == [[[True, False, False]]]
    targets = torch.tensor([[9, 11, 12]])
    batches = [(torch.tensor([[3, 9, 9]]), torch.tensor([[10, 9, 11]]), targets)]
    with torch.no_grad():
        chosen = model(*batches[0][:2]).softmax(-1)[0, [0, 1], [9, 11]]
    (loss,) = fit(model, batches, 0.003, pad_id=12)
    assert loss == pytest.approx(-chosen.log().mean().item(), rel=1e-5)
