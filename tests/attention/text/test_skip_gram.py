"""Skip-gram with negative sampling, against answers found another way."""

import math
import re
from collections.abc import Callable
from typing import Any

import pytest
import torch

from attention import (
    SkipGram,
    draw_words,
    nearest,
    noise_distribution,
    skip_gram_loss,
    skip_gram_pairs,
    story_ids,
    story_vocabulary,
    train_skip_gram,
)

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_WORDS, NUM_PAIRS, K, D = 11, 7, 3, 5
DTYPES = (torch.int64, torch.float32)
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12, torch.bfloat16: 6e-2}


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def random_vectors(
    batch: tuple[int, ...], dtype: torch.dtype
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    generator = seeded()

    def draw(*shape: int) -> torch.Tensor:
        return torch.randn(*batch, *shape, generator=generator).to(dtype)

    return draw(D), draw(D), draw(K, D)


def loss_by_loops(
    centre: list[float], context: list[float], negatives: list[list[float]]
) -> float:
    """Python's floats alone: nothing in common with the code under test."""

    def taken_for_real(u: list[float]) -> float:
        score = math.fsum(a * b for a, b in zip(u, centre, strict=True))
        return 1 / (1 + math.exp(-score))

    drawn = [math.log(1 - taken_for_real(u)) for u in negatives]
    return -math.log(taken_for_real(context)) - math.fsum(drawn)


def test_pairs_of_four_words_are_those_found_by_hand():
    centres, contexts = skip_gram_pairs(torch.tensor([7, 5, 3, 2]), window=1)
    assert centres.tolist() == [7, 5, 5, 3, 3, 2]
    assert contexts.tolist() == [5, 7, 3, 5, 2, 3]


def test_a_window_beyond_the_text_pairs_every_word_with_every_other():
    centres, contexts = skip_gram_pairs(torch.tensor([7, 5, 3]), window=100)
    assert list(zip(centres.tolist(), contexts.tolist(), strict=True)) == [
        (7, 5),
        (7, 3),
        (5, 7),
        (5, 3),
        (3, 7),
        (3, 5),
    ]


def test_a_word_that_stands_beside_itself_is_a_pair_too():
    centres, contexts = skip_gram_pairs(torch.tensor([4, 4]), window=1)
    assert centres.tolist() == contexts.tolist() == [4, 4]


def test_noise_is_counts_to_the_power_of_three_quarters_found_by_hand():
    ids = torch.tensor([0] * 16 + [2])  # 16 ** 0.75 is 8
    expected = torch.tensor([8 / 9, 0, 1 / 9, 0], dtype=torch.float64)
    torch.testing.assert_close(noise_distribution(ids, num_words=4), expected)


def test_words_are_drawn_as_often_as_the_noise_says():
    noise = torch.tensor([0.5, 0.0, 0.3, 0.2])
    drawn = draw_words(noise, (101, 97), seeded())
    assert drawn.shape == (101, 97)
    shares = torch.bincount(drawn.flatten(), minlength=4) / drawn.numel()
    torch.testing.assert_close(shares, noise, rtol=0, atol=0.02)
    assert shares[1] == 0


def test_a_seed_fixes_what_is_drawn_and_another_changes_it():
    noise = torch.full((NUM_WORDS,), 1 / NUM_WORDS)
    first, again, other = (draw_words(noise, (19,), seeded(s)) for s in (1, 1, 2))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_without_a_generator_the_numbers_are_torchs_own():
    noise = torch.full((NUM_WORDS,), 1 / NUM_WORDS)
    torch.manual_seed(1)
    assert torch.equal(draw_words(noise, (19,)), draw_words(noise, (19,), seeded(1)))


def test_no_words_can_be_drawn_too_and_one_word_alone():
    with torch.device("meta"):  # where nothing is to be made
        none = draw_words(torch.ones(3, device="cpu"), (7, 0))
    assert none.shape == (7, 0)
    assert none.dtype == torch.int64
    assert none.device.type == "cpu"
    assert draw_words(torch.ones(1), ()).item() == 0


def test_words_are_drawn_where_the_generator_is_and_brought_back(
    monkeypatch: pytest.MonkeyPatch,
):
    def far(generator: torch.Generator | None) -> torch.device:
        return torch.device("cpu" if generator is None else "meta")

    monkeypatch.setattr("attention.skip_gram._home", far)
    assert draw_words(torch.ones(3), (2,)).device.type == "cpu"
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor"):
        draw_words(torch.ones(3), (2,), seeded())


def test_nothing_is_made_on_the_default_device():
    ids = torch.tensor([7, 5, 3, 2])
    model = SkipGram(NUM_WORDS, D, generator=seeded())
    with torch.device("meta"):
        pairs = skip_gram_pairs(ids, 1)
        losses = train_skip_gram(model, ids, steps=2, generator=seeded())
        other = SkipGram(NUM_WORDS, D, generator=seeded())
    assert [tensor.device.type for tensor in (*pairs, losses)] == ["cpu"] * 3
    assert other.centres.device.type == "meta"


class Far(torch.Generator):
    """A generator of another device, as far as any machine can have one."""

    device = torch.device("meta")


def test_the_first_numbers_are_drawn_where_the_generator_is_and_brought_back():
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor"):
        SkipGram(NUM_WORDS, D, generator=Far())
    assert SkipGram(NUM_WORDS, D, generator=seeded()).centres.device.type == "cpu"


def test_the_first_numbers_are_drawn_on_the_cpu_wherever_the_tables_are():
    generators = seeded(), seeded()
    SkipGram(NUM_WORDS, D, generator=generators[0])
    with torch.device("meta"):
        SkipGram(NUM_WORDS, D, generator=generators[1])
    states = [generator.get_state() for generator in generators]
    assert torch.equal(*states)
    assert not torch.equal(states[0], seeded().get_state())


def test_words_and_pairs_are_drawn_where_the_generator_is():
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor"):
        draw_words(torch.ones(3), (2,), Far())
    model = SkipGram(126, D)
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor"):
        train_skip_gram(model, story_ids, steps=1, num_negatives=0, generator=Far())


def test_pairs_that_were_picked_are_taken_to_where_the_text_is(
    monkeypatch: pytest.MonkeyPatch,
):
    places = []

    class Pairs:
        def __len__(self) -> int:
            return NUM_PAIRS

        def __getitem__(self, picked: torch.Tensor) -> None:
            places.append(picked.device.type)
            raise InterruptedError

    noise = torch.ones(NUM_WORDS)
    to = "attention.skip_gram."
    monkeypatch.setattr(f"{to}skip_gram_pairs", lambda *_: (Pairs(), Pairs()))
    monkeypatch.setattr(f"{to}noise_distribution", lambda *_, **__: noise)
    with pytest.raises(InterruptedError):
        train_skip_gram(SkipGram(NUM_WORDS, D).to("meta"), story_ids, steps=1)
    assert places == ["meta"]


def test_the_text_is_taken_to_where_the_tables_are(monkeypatch: pytest.MonkeyPatch):
    places = []

    def stop(ids: torch.Tensor, window: int) -> None:
        places.append((ids.device.type, window))
        raise InterruptedError

    monkeypatch.setattr("attention.skip_gram.skip_gram_pairs", stop)
    with pytest.raises(InterruptedError):
        train_skip_gram(SkipGram(126, D).to("meta"), story_ids, steps=1)
    assert places == [("meta", 2)]


def test_pairs_are_picked_where_the_generator_is_and_brought_to_the_text(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("attention.skip_gram._home", lambda _: torch.device("meta"))
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor"):
        train_skip_gram(SkipGram(126, D), story_ids, steps=1)


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", [(), (2,), (13, 2)], ids=str)
def test_the_loss_equals_loops_over_python_floats(
    batch: tuple[int, ...], dtype: torch.dtype
):
    centres, contexts, negatives = random_vectors(batch, dtype)
    loss = skip_gram_loss(centres, contexts, negatives)

    assert loss.dtype == dtype
    assert loss.shape == batch
    expected = [
        loss_by_loops(v.tolist(), u.tolist(), n.tolist())
        for v, u, n in zip(
            centres.reshape(-1, D).double(),
            contexts.reshape(-1, D).double(),
            negatives.reshape(-1, K, D).double(),
            strict=True,
        )
    ]
    torch.testing.assert_close(
        loss.double().flatten(),
        torch.tensor(expected, dtype=torch.float64),
        rtol=TOLERANCE[dtype],
        atol=TOLERANCE[dtype],
    )


def test_without_negatives_only_the_real_pair_counts():
    loss = skip_gram_loss(torch.ones(D), torch.zeros(D), torch.ones(0, D))
    torch.testing.assert_close(loss, torch.tensor(math.log(2)))


@pytest.mark.parametrize(
    ("batch", "shape", "expected"),
    [
        ((), (D,), f"k, {D}"),
        ((2,), (D,), f"2, k, {D}"),
        ((2,), (1, K, D), f"2, k, {D}"),
        ((2,), (2, K, 1), f"2, k, {D}"),
    ],
    ids=str,
)
def test_negatives_need_their_axis_and_the_batch_of_the_centres(
    batch: tuple[int, ...], shape: tuple[int, ...], expected: str
):
    message = f"negatives must have shape ({expected}). Got {shape}."
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        skip_gram_loss(torch.ones(*batch, D), torch.ones(*batch, D), torch.ones(shape))


def test_large_scores_do_not_overflow():
    vectors = 100 * torch.ones(D)
    assert skip_gram_loss(vectors, vectors, -vectors[None]) == 0
    assert skip_gram_loss(vectors, -vectors, vectors[None]).isfinite()


def test_a_loss_has_all_the_digits_of_float64():
    """torch's softplus takes x for log(1 + exp(x)) from 20 on: 1e-11 less, at 25."""
    vector = torch.full((1,), 5.0, dtype=torch.float64)
    loss = skip_gram_loss(vector, -vector, torch.empty(0, 1, dtype=torch.float64))
    assert loss.item() - 25 == pytest.approx(math.exp(-25), rel=1e-3, abs=0)


def test_gradients_agree_with_finite_differences():
    vectors = [x.requires_grad_() for x in random_vectors((2,), torch.float64)]
    assert torch.autograd.gradcheck(skip_gram_loss, vectors)


def test_the_model_looks_up_centres_and_contexts_in_tables_of_their_own():
    model = SkipGram(NUM_WORDS, D, generator=seeded()).double()
    with torch.no_grad():
        model.contexts.normal_(generator=seeded(1))
    centres, contexts = torch.arange(NUM_PAIRS), torch.arange(NUM_PAIRS) + 3
    negatives = torch.arange(NUM_PAIRS * K).reshape(NUM_PAIRS, K) % NUM_WORDS

    expected = skip_gram_loss(
        model.centres[centres], model.contexts[contexts], model.contexts[negatives]
    )
    torch.testing.assert_close(model(centres, contexts, negatives), expected)


def test_the_model_starts_as_the_original_program_does():
    model = SkipGram(NUM_WORDS, D, generator=seeded())
    assert model.centres.abs().max() <= 0.5 / D
    assert model.centres.unique().numel() == NUM_WORDS * D
    assert model.centres.dtype == torch.get_default_dtype()
    assert (model.contexts == 0).all()
    assert [name for name, _ in model.named_parameters()] == ["centres", "contexts"]


def test_the_gradient_reaches_only_the_words_of_the_pair():
    model = SkipGram(NUM_WORDS, D, generator=seeded())
    with torch.no_grad():
        model.contexts.normal_(generator=seeded(1))
    model(torch.tensor([2]), torch.tensor([3]), torch.tensor([[5, 7]])).sum().backward()
    reached = []
    for table in (model.centres, model.contexts):
        assert table.grad is not None
        reached.append(table.grad.abs().sum(dim=-1).nonzero().flatten().tolist())
    assert reached == [[2], [3, 5, 7]]


def test_the_model_compiles_without_a_break_in_its_graph():
    model = SkipGram(NUM_WORDS, D, generator=seeded())
    compiled = torch.compile(model, fullgraph=True, backend="eager")
    ids = torch.tensor([2]), torch.tensor([3]), torch.tensor([[5, 7]])
    torch.testing.assert_close(compiled(*ids), model(*ids))


def test_training_lowers_the_loss_and_brings_alike_words_together():
    # a and b stand between the same words, c and d between others
    ids = torch.tensor([4, 0, 5, 4, 1, 5, 6, 2, 7, 6, 3, 7] * 5)
    model = SkipGram(8, D, generator=seeded()).double()
    losses = train_skip_gram(
        model, ids, steps=60, window=1, learning_rate=2.0, generator=seeded()
    )
    assert losses.shape == (60,)
    assert losses[0].item() == pytest.approx(6 * math.log(2))
    assert losses[-10:].mean() < 0.8 * losses[0]
    vectors = model.centres.detach()
    for word, alike in ((0, 1), (1, 0), (2, 3), (3, 2)):
        others = [4, 5, 6, 7, word]
        assert nearest(vectors, vectors[word], k=1, exclude=others).item() == alike


def test_the_same_seed_trains_the_same_vectors_in_one_call_or_in_two():
    def trained(*calls: int) -> torch.Tensor:
        generator = seeded(2)
        model = SkipGram(len(story_vocabulary), D, generator=generator).double()
        for steps in calls:
            train_skip_gram(model, story_ids, steps=steps, generator=generator)
        return model.centres.detach()

    torch.testing.assert_close(trained(5), trained(2, 3))
    assert not torch.allclose(trained(5), trained(4))


def test_what_is_not_said_is_as_documented():
    def losses(**settings: float) -> torch.Tensor:
        model = SkipGram(len(story_vocabulary), D, generator=seeded())
        given: dict[str, Any] = {"steps": 3, "generator": seeded(), **settings}
        return train_skip_gram(model, story_ids, **given)

    defaults = {"window": 2, "num_negatives": 5, "batch_size": 256}
    assert torch.equal(losses(), losses(**defaults, learning_rate=8.0))


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_training_works_in_other_dtypes(dtype: torch.dtype):
    model = SkipGram(len(story_vocabulary), D, generator=seeded()).to(dtype)
    losses = train_skip_gram(model, story_ids, steps=20, generator=seeded())
    assert losses.dtype == model.centres.dtype == dtype
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("dtype", [torch.int8, torch.int32], ids=str)
def test_ids_of_a_narrow_type_are_ids(dtype: torch.dtype):
    ids = torch.tensor([1, 0, 2, 1], dtype=dtype)
    torch.testing.assert_close(
        noise_distribution(ids, 300), noise_distribution(ids.long(), 300)
    )
    losses = train_skip_gram(SkipGram(300, 2), ids, steps=1)
    torch.testing.assert_close(losses, torch.tensor([6 * math.log(2)]))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: noise_distribution(torch.ones(4), num_words=5),
            "ids must be integers of shape (num_tokens,). "
            "Got torch.float32 of shape (4,).",
        ),
        (
            lambda: skip_gram_pairs(torch.ones(3, dtype=torch.bool), window=1),
            "ids must be integers of shape (num_tokens,). "
            "Got torch.bool of shape (3,).",
        ),
        (
            lambda: skip_gram_pairs(torch.ones(3, dtype=torch.complex64), window=1),
            "ids must be integers of shape (num_tokens,). "
            "Got torch.complex64 of shape (3,).",
        ),
        (
            lambda: draw_words(torch.ones(3, dtype=torch.int64), (2,)),
            "noise must be floating point. Got torch.int64.",
        ),
        (
            lambda: draw_words(torch.tensor([0.5, torch.nan]), (2,)),
            "noise must be finite. Got nan or infinity.",
        ),
        (
            lambda: draw_words(torch.ones(3), (2, -1)),
            "shape must not be negative. Got (2, -1).",
        ),
        (
            lambda: draw_words(torch.ones(0), (2,)),
            "noise must have shape (num_words,), one word at least. Got (0,).",
        ),
        (
            lambda: skip_gram_loss(*[torch.ones(5, dtype=torch.int64)] * 3),
            "centres must be floating point. Got torch.int64.",
        ),
        (
            lambda: skip_gram_loss(torch.ones(5), torch.ones(5), torch.ones(2, 3, 5)),
            "negatives must have shape (k, 5). Got (2, 3, 5).",
        ),
        *[
            (
                lambda place=place: SkipGram(11, 5)(
                    *(
                        torch.ones(2, 3 if at == 2 else 1, dtype=DTYPES[at == place])
                        for at in range(3)
                    )
                ),
                f"{name} must be integers. Got torch.float32.",
            )
            for place, name in enumerate(("centres", "contexts", "negatives"))
        ],
        (
            lambda: skip_gram_pairs(torch.ones(3), window=1),
            "ids must be integers of shape (num_tokens,). "
            "Got torch.float32 of shape (3,).",
        ),
        (
            lambda: skip_gram_pairs(torch.zeros(2, 3, dtype=torch.int64), window=1),
            "ids must be integers of shape (num_tokens,). "
            "Got torch.int64 of shape (2, 3).",
        ),
        (
            lambda: skip_gram_pairs(torch.tensor([1]), window=1),
            "ids must hold at least 2 words. Got 1.",
        ),
        (
            lambda: skip_gram_pairs(torch.tensor([1, 2]), window=0),
            "window must be at least 1. Got 0.",
        ),
        (
            lambda: noise_distribution(torch.tensor([1, 5]), num_words=5),
            "ids must be of the vocabulary, 0 to 4, at least one. Got 1 to 5.",
        ),
        (
            lambda: noise_distribution(torch.tensor([-1, 2]), num_words=5),
            "ids must be of the vocabulary, 0 to 4, at least one. Got -1 to 2.",
        ),
        (
            lambda: noise_distribution(torch.zeros(0, dtype=torch.int64), num_words=5),
            "ids must be of the vocabulary, 0 to 4, at least one. Got none.",
        ),
        (
            lambda: draw_words(torch.tensor([0.5, -0.25]), (2,)),
            "noise must not be negative, nor zero for all words. "
            "Got -0.2500 to 0.5000.",
        ),
        (
            lambda: draw_words(torch.zeros(2), (2,)),
            "noise must not be negative, nor zero for all words. Got 0.0000 to 0.0000.",
        ),
        (
            lambda: draw_words(torch.ones(1, 1), (2,)),
            "noise must have shape (num_words,), one word at least. Got (1, 1).",
        ),
        (
            lambda: skip_gram_loss(torch.ones(5), torch.ones(7), torch.ones(3, 5)),
            "contexts must have the shape of centres, (..., d). Got (7,) and (5,).",
        ),
        (
            lambda: skip_gram_loss(
                torch.ones(2, 5), torch.ones(2, 5), torch.ones(3, 5)
            ),
            "negatives must have shape (2, k, 5). Got (3, 5).",
        ),
        (
            lambda: skip_gram_loss(torch.ones(5), torch.ones(5), torch.ones(3, 7)),
            "negatives must have shape (k, 5). Got (3, 7).",
        ),
        (lambda: SkipGram(0, 5), "num_words must be at least 1. Got 0."),
        (lambda: SkipGram(11, 0), "width must be at least 1. Got 0."),
        (
            lambda: train_skip_gram(SkipGram(126, 5), story_ids, steps=0),
            "steps must be at least 1. Got 0.",
        ),
        (
            lambda: train_skip_gram(SkipGram(126, 5), story_ids, steps=1, batch_size=0),
            "batch_size must be at least 1. Got 0.",
        ),
        (
            lambda: train_skip_gram(
                SkipGram(126, 5), story_ids, steps=1, num_negatives=-1
            ),
            "num_negatives must be at least 0. Got -1.",
        ),
        (
            lambda: train_skip_gram(SkipGram(100, 5), story_ids, steps=1),
            "ids must be of the vocabulary, 0 to 99, at least one. Got 0 to 125.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], object], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
