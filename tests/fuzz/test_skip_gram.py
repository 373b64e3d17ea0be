"""word2vec: pairs, random words, the loss, and a few steps of training."""

import math
from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    SkipGram,
    draw_words,
    noise_distribution,
    skip_gram_loss,
    skip_gram_pairs,
    train_recall,
    train_skip_gram,
)
from attention.examples.recall import AttentionRecall, RecurrentRecall
from tests.fuzz.attempts import attempt, refused
from tests.fuzz.tensors import (
    FLOATS,
    INTEGERS,
    TYPES,
    floats,
    integers,
    mostly,
    shapes,
    sizes,
    tensors,
)

some_type = st.sampled_from(TYPES)


@st.composite
def texts(draw: st.DrawFn) -> torch.Tensor:
    shape = draw(mostly(st.tuples(st.integers(0, 7)), shapes))
    dtype = draw(mostly(integers, some_type))
    ids = draw(tensors(shape, dtype, wild=False))
    return ids.abs() if draw(st.booleans()) and dtype != torch.bool else ids


def no_text(ids: torch.Tensor) -> bool:
    return ids.dim() != 1 or ids.dtype not in INTEGERS


@given(texts(), st.integers(-1, 9))
def test_pairs_are_those_of_words_near_each_other(ids: torch.Tensor, window: int):
    wrong = {"ids"} if no_text(ids) or len(ids) < 2 else set()
    answer = attempt(skip_gram_pairs, ids, window)
    if not refused(answer, wrong | ({"window"} if window < 1 else set())):
        words = ids.tolist()
        pairs = [
            (words[i], words[j])
            for i in range(len(words))
            for j in range(len(words))
            if 0 < abs(i - j) <= window
        ]
        assert [tuple(pair) for pair in torch.stack(answer).T.tolist()] == pairs


@given(texts(), st.integers(-1, 300))
def test_noise_is_made_of_counts(ids: torch.Tensor, num_words: int):
    bad = no_text(ids) or ids.numel() == 0
    bad = bad or not all(0 <= number < num_words for number in ids.tolist())
    answer = attempt(noise_distribution, ids, num_words)
    if not refused(answer, {"ids"} if bad else set()):
        counts = [ids.tolist().count(word) ** 0.75 for word in range(num_words)]
        exact = torch.tensor(counts, dtype=torch.float64) / math.fsum(counts)
        torch.testing.assert_close(answer, exact)


@given(
    mostly(floats, some_type).flatmap(
        lambda dtype: mostly(st.tuples(sizes), shapes).flatmap(
            lambda shape: tensors(shape, dtype)
        )
    ),
    st.booleans(),
    st.lists(st.integers(-1, 3), max_size=2).map(tuple),
)
def test_words_are_drawn_where_noise_is_positive(
    noise: torch.Tensor, positive: bool, shape: tuple[int, ...]
):
    if positive and noise.dtype in FLOATS:
        noise = noise.abs()
    wrong = {"shape"} if min(shape, default=0) < 0 else set()
    good = noise.dim() == 1 and noise.numel() and noise.dtype in FLOATS
    good = good and noise.isfinite().all() and (noise >= 0).all() and (noise > 0).any()
    answer = attempt(draw_words, noise, shape)
    if not refused(answer, wrong if good else wrong | {"noise"}):
        assert answer.shape == shape
        assert answer.dtype == torch.int64
        assert (noise[answer] > 0).all()


@st.composite
def examples_of_pairs(draw: st.DrawFn) -> list[torch.Tensor]:
    """centres, contexts, negatives: as a rule they fit."""
    dtype = draw(mostly(floats, some_type))
    *batch, k, d = draw(st.lists(sizes, min_size=2, max_size=4))
    usual: list[Any] = [(*batch, d), (*batch, d), (*batch, k, d)]
    spoiled = draw(st.none() | st.integers(0, 2))
    if spoiled is not None and draw(st.booleans()):
        usual[spoiled] = draw(shapes)
    return [draw(tensors(shape, dtype)) for shape in usual]


def softplus(x: float) -> float:
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


@given(examples_of_pairs())
def test_the_loss_is_that_of_the_formula(given: list[torch.Tensor]):
    centres, contexts, negatives = given
    wrong = set()
    if centres.dtype not in FLOATS:
        wrong |= {"centres"}
    if centres.dim() < 1 or contexts.shape != centres.shape:
        wrong.add("contexts")
    else:
        *batch, d = centres.shape
        shape = negatives.shape
        if len(shape) != len(batch) + 2 or (*shape[:-2], shape[-1]) != (*batch, d):
            wrong.add("negatives")
    answer = attempt(skip_gram_loss, *given)
    if refused(answer, wrong):
        return
    assert answer.shape == centres.shape[:-1]
    assert answer.dtype == centres.dtype
    *batch, d = centres.shape
    number = math.prod(centres.shape[:-1])
    info = torch.finfo(centres.dtype)
    rows = (t.double().reshape(number, *t.shape[len(batch) :]).tolist() for t in given)
    for v, u, others, got in zip(*rows, answer.flatten().tolist(), strict=True):
        terms = [[-x * y for x, y in zip(u, v, strict=True)]]
        terms += [[x * y for x, y in zip(n, v, strict=True)] for n in others]
        sums = [sum(products) for products in terms]
        reach = sum(abs(product) for products in terms for product in products)
        if not math.isfinite(reach) or reach > info.max / 4:
            continue  # a product is beyond the type
        exact = math.fsum(softplus(x) for x in sums)
        steps = (d + 4) * (len(others) + 2)
        assert abs(got - exact) <= steps * info.eps * (reach + len(sums))


@given(
    st.integers(-1, 5),
    st.integers(-1, 3),
    st.lists(sizes, max_size=2).map(tuple),
    sizes,
    st.integers(0, 99),
    mostly(st.just(torch.int64), integers, floats),
)
def test_a_model_gives_the_loss_of_its_vectors(
    num_words: int,
    width: int,
    batch: tuple[int, ...],
    k: int,
    seed: int,
    dtype: torch.dtype,
):
    given = {"num_words": num_words, "width": width}
    torch.manual_seed(seed)
    model = attempt(SkipGram, **given)
    if refused(model, {name for name, size in given.items() if size < 1}):
        return
    model = model.double().requires_grad_(False)
    model.contexts.copy_(torch.randn(num_words, width))
    centres, contexts = (torch.randint(num_words, batch).to(dtype) for _ in range(2))
    negatives = torch.randint(num_words, (*batch, k)).to(dtype)
    answer = attempt(model, centres, contexts, negatives)
    wrong = {"centres", "contexts", "negatives"} if dtype not in INTEGERS else set()
    if not refused(answer, wrong):
        exact = skip_gram_loss(
            model.centres[centres.long()],
            model.contexts[contexts.long()],
            model.contexts[negatives.long()],
        )
        torch.testing.assert_close(answer, exact)


counts = mostly(st.integers(1, 3), st.integers(-1, 0))


@given(texts(), counts, counts, counts, mostly(sizes, st.integers(-2, -1)))
def test_training_takes_steps_or_refuses(
    ids: torch.Tensor, steps: int, window: int, batch_size: int, num_negatives: int
):
    given = {"steps": steps, "window": window, "batch_size": batch_size}
    wrong = {name for name, number in given.items() if number < 1}
    if num_negatives < 0:
        wrong.add("num_negatives")
    if no_text(ids) or len(ids) < 2 or not ((ids >= 0) & (ids < 20)).all():
        wrong.add("ids")
    torch.manual_seed(0)
    model = SkipGram(20, 3)
    losses = attempt(train_skip_gram, model, ids, **given, num_negatives=num_negatives)
    if not refused(losses, wrong):
        assert losses.shape == (steps,)
        # Before the first step all contexts are zero, and each word costs log 2.
        assert abs(losses[0].item() - (1 + num_negatives) * math.log(2)) < 1e-5
        assert losses.isfinite().all()


@given(
    st.sampled_from([AttentionRecall, RecurrentRecall]),
    counts,
    st.lists(st.integers(0, 9), max_size=2),
    counts,
)
def test_training_of_recall_ends_or_refuses(
    kind: type, length: int, seeds: list[int], steps: int
):
    wrong = {"steps"} if steps < 1 else set()
    wrong |= {"length"} if length < 1 else set()
    wrong |= set() if seeds else {"seeds"}
    answer = attempt(
        train_recall,
        lambda: kind(length, d_model=3),
        length=length,
        seeds=seeds,
        steps=steps,
    )
    if not refused(answer, wrong):
        models, right = answer
        assert len(models) == len(seeds) == len(right)
        assert ((right >= 0) & (right <= 1)).all()
