"""What is behind the general sentences of docs/text/word2vec.md."""

from functools import lru_cache

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from attention import (
    SkipGram,
    nearest,
    skip_gram_loss,
    skip_gram_pairs,
    split_words,
    story,
    story_ids,
    story_vocabulary,
    train_skip_gram,
)

PAIRS = [
    tuple(story_vocabulary.index(word) for word in pair.split())
    for pair in (
        "ada mira",
        "apples pears",
        "north south",
        "morning evening",
        "red blue",
        "summer winter",
    )
]


@lru_cache
def _train(
    seed: int, *, shuffled: bool = False, num_negatives: int = 5
) -> tuple[torch.Tensor, ...]:
    """The vectors of centres before the first step, after 50 and after 300."""
    generator = torch.Generator().manual_seed(seed)
    ids = story_ids
    if shuffled:
        ids = ids[torch.randperm(len(ids), generator=generator)]
    model = SkipGram(126, 16, generator=generator).double()
    found = [model.centres.detach().clone()]
    for steps in (50, 250):
        settings = {"steps": steps, "num_negatives": num_negatives}
        train_skip_gram(model, ids, **settings, generator=generator)
        found.append(model.centres.detach().clone())
    return tuple(found)


def _pairs_found(vectors: torch.Tensor) -> list[bool]:
    return [
        b in nearest(vectors, vectors[a], exclude=[a])
        and a in nearest(vectors, vectors[b], exclude=[b])
        for a, b in PAIRS
    ]


def _cosines(vectors: torch.Tensor) -> torch.Tensor:
    directions = F.normalize(vectors, dim=-1)
    return directions @ directions.T


@pytest.mark.parametrize("seed", range(4))
def test_equal_proportions_of_neighbours_give_equal_vectors(seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    contexts = torch.randn(30, 4, generator=generator, dtype=torch.float64)
    noise = torch.rand(30, generator=generator, dtype=torch.float64)
    noise = noise / noise.sum()
    counts = torch.randint(1, 6, (30,), generator=generator).double()

    def best(counts: torch.Tensor) -> torch.Tensor:
        """The minimum of the expected loss, which is convex in the centre."""
        v = torch.zeros(4, dtype=torch.float64, requires_grad=True)
        optimizer = torch.optim.LBFGS([v], max_iter=200, line_search_fn="strong_wolfe")

        def closure() -> torch.Tensor:
            optimizer.zero_grad()
            scores = contexts @ v
            real = -(counts * F.logsigmoid(scores)).sum()
            random = -5 * counts.sum() * (noise * F.logsigmoid(-scores)).sum()
            loss: torch.Tensor = real + random
            loss.backward()
            return loss

        optimizer.step(closure)
        return v.detach()

    assert torch.allclose(best(counts), best(3 * counts), atol=1e-4)
    assert not torch.allclose(best(counts), best(counts**2), atol=1e-2)


@given(st.lists(st.integers(0, 9), min_size=5, max_size=20))
def test_each_word_within_two_positions_is_paired_once(ids: list[int]) -> None:
    ways = (-2, -1, 1, 2)  # on both sides, and at both distances
    expected = sorted(
        (ids[i], ids[i + way])
        for way in ways
        for i in range(len(ids))
        if 0 <= i + way < len(ids)
    )
    centres, contexts = skip_gram_pairs(torch.tensor(ids), window=2)
    found = zip(centres.tolist(), contexts.tolist(), strict=True)
    assert sorted(found) == expected


@given(st.integers(0, 1000), st.integers(0, 7))
def test_the_loss_is_the_formula(seed: int, k: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    model = SkipGram(9, 4, generator=generator).double()
    with torch.no_grad():
        model.contexts.normal_(generator=generator)
    c, o, *n = torch.randint(9, (2 + k,), generator=generator)
    v, u = model.centres, model.contexts
    loss = -torch.log(_sigma(u[o] @ v[c]))
    for i in range(k):
        loss = loss - torch.log(_sigma(-u[n[i]] @ v[c]))
    drawn = torch.stack(n) if n else torch.empty(0, dtype=torch.int64)
    torch.testing.assert_close(model(c, o, drawn), loss)


def _sigma(x: torch.Tensor) -> torch.Tensor:
    return 1 / (1 + torch.exp(-x))


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=8))
def test_a_vector_has_no_negative_score_with_itself(vector: list[float]) -> None:
    v = torch.tensor(vector, dtype=torch.float64)
    assert torch.sigmoid(v @ v) >= 0.5


@given(st.integers(0, 1000))
def test_a_real_context_moves_along_the_centre_and_a_random_one_against(
    seed: int,
) -> None:
    generator = torch.Generator().manual_seed(seed)
    centre, context, negative = torch.randn(3, 4, generator=generator)
    context.requires_grad_()
    negative.requires_grad_()
    loss = skip_gram_loss(centre, context, negative[None])
    of_context, of_negative = torch.autograd.grad(loss, (context, negative))
    assert torch.cosine_similarity(-of_context, centre, dim=0) > 0.999
    assert torch.cosine_similarity(-of_negative, centre, dim=0) < -0.999


@given(st.integers(0, 12), st.integers(1, 32))
def test_the_first_loss_depends_on_the_number_of_random_words(k: int, d: int) -> None:
    loss = skip_gram_loss(torch.randn(d), torch.zeros(d), torch.zeros(k, d))
    assert loss.item() == pytest.approx((k + 1) * torch.tensor(2.0).log().item())


@pytest.mark.parametrize("seed", range(4))
def test_all_words_come_together_and_others_than_partners_part(seed: int) -> None:
    before, early, late = (_cosines(vectors) for vectors in _train(seed))
    others = ~torch.eye(126, dtype=torch.bool)
    assert before[others].mean().abs() < 0.05
    assert early[others].mean() > 0.95
    assert 0.95 < (early[others] > 0.9).double().mean() < 1  # almost all, not all
    assert late[others].mean() < 0.5
    assert all(late[a, b] > 0.65 for a, b in PAIRS)


def test_no_partners_are_within_two_places() -> None:
    centres, contexts = skip_gram_pairs(story_ids, window=2)
    pairs = set(zip(centres.tolist(), contexts.tolist(), strict=True))
    assert not pairs & set(PAIRS)


@pytest.mark.parametrize("seed", range(4))
def test_a_shuffled_story_has_no_pairs(seed: int) -> None:
    assert sum(_pairs_found(_train(seed)[-1])) >= 5
    assert sum(_pairs_found(_train(seed, shuffled=True)[-1])) <= 1


@pytest.mark.parametrize("seed", range(3))
def test_without_random_words_cosines_collapse_and_their_order_does_not(
    seed: int,
) -> None:
    before, _, after = _train(seed, num_negatives=0)
    assert _cosines(after).mean() > 0.98
    assert sum(_pairs_found(before)) <= 1
    assert sum(_pairs_found(after)) >= 4


def test_summer_and_winter_are_the_rarest_of_the_twelve() -> None:
    words = split_words(story)
    counts = [[words.count(story_vocabulary[i]) for i in pair] for pair in PAIRS]
    assert counts[-1] == [3, 3]
    assert min(min(pair) for pair in counts[:-1]) > 3
    assert not _pairs_found(_train(1)[-1])[-1]


@pytest.mark.parametrize("seed", range(3))
def test_most_offsets_of_apples_lead_to_pears_with_other_seeds(seed: int) -> None:
    vectors = _train(seed)[-1]
    apples, pears = PAIRS[1]
    others = torch.tensor([i for i in range(126) if i not in PAIRS[1]])
    a, b = torch.cartesian_prod(others, others).T
    a, b = a[a != b], b[a != b]
    cosines = F.normalize(vectors[apples] - vectors[a] + vectors[b], dim=-1)
    cosines = cosines @ F.normalize(vectors, dim=-1).T
    for excluded in (torch.full_like(a, apples), a, b):
        cosines[torch.arange(len(a)), excluded] = -2
    assert (cosines.argmax(dim=-1) == pears).double().mean() > 0.5
