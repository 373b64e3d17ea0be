"""What is behind the general sentences of docs/models/training.md."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from attention import MultiHeadAttention, Transformer, fit, greedy, record_weights

Batch = tuple[Tensor, Tensor, Tensor]


def reversed_digits(size: int, generator: torch.Generator) -> Batch:
    digits = torch.randint(10, (size, 8), generator=generator)
    start, end = torch.full((size, 1), 10), torch.full((size, 1), 11)
    answers = torch.cat([start, digits.flip(1), end], dim=1)
    return digits, answers[:, :-1], answers[:, 1:]


def unshifted(size: int, generator: torch.Generator) -> Batch:
    source, written, _ = reversed_digits(size, generator)
    return source, written, written


def train(
    seed: int, draw: Callable[[int, torch.Generator], Batch]
) -> tuple[Transformer, float, torch.Generator]:
    torch.manual_seed(seed)
    model = Transformer(10, 12, 9, 64, 1, 1)
    generator = torch.Generator().manual_seed(seed)
    losses = fit(model, (draw(16, generator) for _ in range(100)), 0.003)
    return model, losses[-1], generator


def count_right(model: Transformer, generator: torch.Generator) -> int:
    source, _, targets = reversed_digits(500, generator)
    answers = greedy(model, source, start=10, end=11, max_new=9)
    same_shape = answers.shape == targets.shape
    return int((answers == targets).all(dim=1).sum()) if same_shape else 0


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10))
def test_ten_seeds_reverse_and_look_where_the_digit_is(seed: int) -> None:
    model, loss, generator = train(seed, reversed_digits)
    assert loss < 0.02
    assert count_right(model, generator) == 500
    source, written, _ = reversed_digits(100, generator)
    with torch.no_grad(), record_weights(model) as weights:
        model(source, written)
    crossing = weights["decoder.0.cross_attention.attend"][:, 0]
    places = torch.arange(8)
    assert (crossing[:, places, 7 - places].mean(0) > 0.9).all()
    assert crossing[:, 8].mean(0).max() < 0.5  # what predicts the end looks nowhere
    others, _, _ = reversed_digits(100, generator)  # digits of other answers
    assert (model(others, written)[:, 8].softmax(-1)[:, 11] > 0.9).all()


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(3))
def test_three_seeds_learn_to_repeat_what_they_are_given(seed: int) -> None:
    model, loss, generator = train(seed, unshifted)
    assert 0.002 < loss < 0.01  # with seed 0, one that reverses has 0.0043
    assert count_right(model, generator) <= 5
    source, written, _ = reversed_digits(100, generator)
    assert (model(source, written).argmax(-1) == written).float().mean() > 0.99


class Causal(MultiHeadAttention):
    """Causal attention in place of an encoder's, which is given a mask of padding."""

    def forward(self, x: Tensor, mask: None = None) -> Tensor:
        return super().forward(x)


def test_without_positions_the_order_of_the_source_is_lost() -> None:
    for seed in range(3):
        torch.manual_seed(seed)
        model, order = Transformer(10, 12, 9, 16, 2, 2).double(), torch.randperm(8)
        source, written, _ = reversed_digits(20, torch.Generator().manual_seed(seed))
        shuffled = source[:, order]
        assert not torch.allclose(model(source, written), model(shuffled, written))
        model.source_positions = torch.nn.Identity()
        vectors, _ = model.encode(source)
        torch.testing.assert_close(model.encode(shuffled)[0], vectors[:, order])
        torch.testing.assert_close(model(source, written), model(shuffled, written))
        for block in model.encoder:  # the cause taken away: a causal mask shows order
            block.attention = Causal(16, 16, 9, 0.0, 2).double()
        assert not torch.allclose(model(source, written), model(shuffled, written))
