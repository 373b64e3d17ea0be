"""The test of memory: its data, its two models, and their training side by side."""

import re
from collections.abc import Callable, Iterator
from typing import get_args, get_type_hints

import pytest
import torch
from torch import nn

from attention import AttentionRecall, RecurrentRecall, recall_batch, train_recall

LENGTH, D_MODEL = 5, 7
MODELS = [RecurrentRecall, AttentionRecall]
Model = RecurrentRecall | AttentionRecall


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Steps this small are slower on several cores than on one."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_a_sequence_ends_with_the_question_and_its_answer_is_the_first_word():
    torch.manual_seed(0)
    ids, first = recall_batch(3, 2, length=LENGTH)

    assert ids.shape == (3, 2, LENGTH + 1)
    assert torch.equal(first, ids[..., 0])
    assert ids[..., -1].eq(4).all()
    assert set(ids[..., :-1].flatten().tolist()) == {0, 1, 2, 3}


@pytest.mark.parametrize("length", [2, 5, 31])
def test_both_models_have_the_same_number_of_parameters(length: int):
    counts = [
        sum(p.numel() for p in make_model(length).parameters()) for make_model in MODELS
    ]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("make_model", MODELS)
@pytest.mark.parametrize("batch", [(), (3,), (3, 2)], ids=str)
def test_a_model_gives_one_number_for_each_word_and_each_sequence(
    make_model: type[Model], batch: tuple[int, ...]
):
    torch.manual_seed(0)
    model = make_model(LENGTH, d_model=D_MODEL)
    ids, _ = recall_batch(*batch, length=LENGTH)
    logits = model(ids)

    assert logits.shape == (*batch, 4)
    flat = ids.reshape(-1, LENGTH + 1)
    alone = torch.stack([model(sequence) for sequence in flat])
    torch.testing.assert_close(logits.reshape(-1, 4), alone)


@pytest.mark.parametrize("make_model", MODELS)
def test_every_word_reaches_the_answer(make_model: type[Model]):
    torch.manual_seed(0)
    model = make_model(LENGTH, d_model=D_MODEL)
    ids, _ = recall_batch(length=LENGTH)
    positions = model.embed.positions.weight  # one row for each word
    (gradient,) = torch.autograd.grad(model(ids).sum(), positions)
    assert gradient.ne(0).any(dim=-1).all()


def test_a_vector_is_the_sum_of_a_words_own_and_that_of_its_place():
    embed = AttentionRecall(2, d_model=1).embed
    with torch.no_grad():
        embed.words.weight.copy_(torch.tensor([[10.0, 20.0, 30.0, 40.0, 50.0]]).T)
        embed.positions.weight.copy_(torch.tensor([[1.0, 2.0, 3.0]]).T)
    assert embed(torch.tensor([3, 0, 4])).tolist() == [[41.0], [12.0], [53.0]]


@pytest.mark.parametrize("make_model", MODELS)
def test_one_word_of_one_feature_can_be_asked_for(make_model: type[Model]):
    ids, first = recall_batch(6, length=1)
    assert torch.equal(ids, torch.stack([first, torch.full((6,), 4)], dim=-1))
    assert make_model(1, d_model=1)(ids).shape == (6, 4)


def test_one_seed_trains_one_model():
    models, right = train_recall(
        lambda: AttentionRecall(2, d_model=1), length=2, seeds=[3], steps=1
    )
    assert len(models) == 1
    assert right.shape == (1,)


class Guess(nn.Module):
    """Says the same of all sequences, which takes no time, and counts them."""

    def __init__(self, scale: float = 1.0) -> None:
        super().__init__()
        self.scale = scale
        self.logits = nn.Parameter(torch.zeros(4))
        self.read: list[int] = []

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        self.read.append(len(ids))
        return self.scale * self.logits.expand(len(ids), 4)


def test_seeds_steps_and_sequences_are_as_many_as_documented():
    models, right = train_recall(Guess, length=1)
    assert right.shape == (10,)
    assert len(models) == 10
    read = [number for model in models for number in model.read]
    assert read == [32] * 150 + [1000]


def test_each_model_follows_its_own_loss_however_faint_it_is():
    # Adam makes up for the scale of a loss until slopes are as small as its 1e-8.
    (one, two), _ = train_recall(
        lambda: Guess(scale=1e-7), length=1, seeds=(0, 1), steps=1
    )
    torch.manual_seed(1)
    _, first = recall_batch(2, 32, length=1)
    for trained, own in zip((one, two), first, strict=True):
        alone = Guess(scale=1e-7)
        optimizer = torch.optim.Adam(alone.parameters(), lr=0.005)
        nn.functional.cross_entropy(alone(own[:, None]), own).backward()
        optimizer.step()
        assert alone.logits.abs().max() < 0.004  # a step of 0.005, were it not faint
        torch.testing.assert_close(trained.logits, alone.logits)


def test_training_side_by_side_equals_training_alone():
    _, together = train_recall(
        lambda: AttentionRecall(2, d_model=D_MODEL), length=2, seeds=(0, 1), steps=1
    )
    models, _ = train_recall(
        lambda: AttentionRecall(2, d_model=D_MODEL), length=2, seeds=(0, 1), steps=1
    )
    assert together.shape == (2,)

    # The first step by hand, one model after the other, on the same sequences.
    alone = []
    for seed in (0, 1):
        torch.manual_seed(seed)
        alone.append(AttentionRecall(2, d_model=D_MODEL))
    ids, first = recall_batch(2, 32, length=2)
    for model, own_ids, own_first, trained in zip(
        alone, ids, first, models, strict=True
    ):
        optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
        nn.functional.cross_entropy(model(own_ids), own_first).backward()
        optimizer.step()
        for name, weight in model.state_dict().items():
            torch.testing.assert_close(trained.state_dict()[name], weight)


def test_attention_learns_to_recall_and_the_models_returned_are_the_trained_ones():
    models, accuracies = train_recall(
        lambda: AttentionRecall(3), length=3, seeds=range(2), steps=120
    )
    assert accuracies.ge(0.95).all()
    ids, first = recall_batch(500, length=3)
    for model in models:
        assert model(ids).argmax(dim=-1).eq(first).double().mean() >= 0.95


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: recall_batch(3, length=0),
            "length must be at least 1. Got 0.",
        ),
        (
            lambda: AttentionRecall(5)(torch.zeros(2, 5, dtype=torch.int64)),
            "ids must have shape (..., num_tokens=6). Got (2, 5).",
        ),
        (
            lambda: train_recall(lambda: RecurrentRecall(2), length=2, steps=0),
            "steps must be at least 1. Got 0.",
        ),
        (
            lambda: train_recall(lambda: RecurrentRecall(2), length=2, seeds=()),
            "seeds must hold at least one seed. Got none.",
        ),
        (
            lambda: RecurrentRecall(-1),
            "length must be at least 1. Got -1.",
        ),
        (
            lambda: AttentionRecall(5, d_model=0),
            "d_model must be at least 1. Got 0.",
        ),
        (
            lambda: recall_batch(3, -1, length=2),
            "shape must not be negative. Got (3, -1).",
        ),
        (
            lambda: AttentionRecall(5)(torch.zeros(2, 6)),
            "ids must be int64 or int32. Got torch.float32.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], object], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()


def test_its_types_say_that_models_come_back_of_the_kind_that_was_made():
    hints = get_type_hints(train_recall)
    models, _ = get_args(hints["return"])
    (model,) = get_args(models)
    assert get_args(hints["make_model"])[1] is model
    assert (model.__name__, model.__bound__) == ("Model", nn.Module)
