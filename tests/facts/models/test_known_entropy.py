"""What is behind the general sentences of docs/models/known-entropy.md."""

import math
from collections import Counter, defaultdict

import pytest
import torch
from torch import Tensor

from attention import (
    agreement_ids,
    load_trained,
    split_words,
    story_ids,
    story_vocabulary,
)
from tests.facts.blocks import run
from tests.facts.draw import draw


@pytest.mark.nightly
@pytest.mark.parametrize(("factor", "far_above"), [(5, 0), (1, 4)])
def test_ten_seeds_reach_the_floor_and_with_small_first_weights_four_do_not(
    factor: int, far_above: int
) -> None:
    excesses = []
    for seed in range(10):
        other = {"mul_(5)": f"mul_({factor})"}
        found = run("models/known-entropy/trained.py", other, seed)
        excesses.append(found["excess"])
        if factor == 5:
            assert found["excess"] < 0.03
            assert found["right"] >= 180
    assert sum(excess > 0.15 for excess in excesses) == far_above


def test_the_floor() -> None:
    """For drawn q, and for 1/N, the only one that reaches it."""
    N = 8192

    def sides(q: Tensor) -> tuple[Tensor, Tensor]:
        return 1 / N * (-torch.log(q)).sum(), -torch.log(1 / N * q.sum())

    for seed in range(5):
        average, of_mean = sides(draw(seed, N).softmax(-1))
        assert average > of_mean + 0.1
        assert of_mean > math.log(N) - 1e-9
    for side in sides(torch.full((N,), 1 / N).double()):
        assert math.isclose(side, math.log(N))


@torch.no_grad()
def test_the_story_is_memory() -> None:
    model, numbers = load_trained("story"), story_vocabulary.index
    high = [f"in {word} the river was high" for word in story_vocabulary]
    ids = torch.tensor([[numbers(word) for word in split_words(text)] for text in high])
    followed = split_words("and wild and the dog slept by the fire")
    expected = torch.tensor([numbers(word) for word in followed])
    same = (model.generate(ids, 9)[:, -9:] == expected).all(dim=-1)
    assert same[[numbers("winter"), numbers("summer")]].all()
    assert same.double().mean() > 0.5
    shuffled = story_ids[
        torch.randperm(474, generator=torch.Generator().manual_seed(0))
    ]
    for text, low, high_ in ((story_ids, 0.9, 1.01), (shuffled, 0.0, 0.3)):
        windows = text.unfold(0, 25, 1)
        right = model(windows[:, :-1])[:, -1].argmax(-1) == windows[:, -1]
        assert low < right.double().mean() < high_


def test_which_bits_2_grams_lose() -> None:
    """Without the place of the next word, as on the page, and with it."""
    before, after = agreement_ids[:, :-1], agreement_ids[:, 1:]
    place = torch.arange(10).expand_as(before)
    counts = torch.zeros(10, 26, 26)
    counts.index_put_((place, before, after), torch.ones(()), accumulate=True)
    chosen_by_the_source = torch.tensor([1, 2, 2, 0, 1, 2, 2, 1, 2, 0])
    for table, lost in (
        (counts.sum(0).expand(10, 26, 26), [2, 3, 6, 7, 8]),
        (counts, [2, 6, 8]),  # the nouns and the verb
    ):
        shares = table / table.sum(-1, keepdim=True)
        bits = -shares[place, before, after].log2().mean(0)
        above = torch.zeros(10)
        above[lost] = 1.0
        torch.testing.assert_close(bits - chosen_by_the_source, above)


def test_the_best_prediction_from_words_without_their_order() -> None:
    """From the words so far, in any order, and which of them is the last."""
    rows = agreement_ids.tolist()
    followed: dict[object, Counter[int]] = defaultdict(Counter)
    for row in rows:
        for n in range(1, 11):
            followed[tuple(sorted(row[:n])), row[n - 1]][row[n]] += 1
    loss = -sum(
        times * math.log(times / counts.total())
        for counts in followed.values()
        for times in counts.values()
    ) / (10 * len(rows))
    assert math.isclose(loss - math.log(8192) / 10, math.log(2) / 20)
    assert math.log(2) / 20 > 0.03
    assert 2 * sum(row[1] != row[5] for row in rows) == len(rows)


def test_a_few_sentences_read_over_and_over_are_below_the_floor() -> None:
    """With the mask; and far above it on others."""
    few = {"randint(len(rest)": "randint(16"}
    found = run("models/known-entropy/trained.py", few)
    assert found["losses"][-1] < math.log(8192) / 20
    assert found["excess"] > math.log(8192) / 20
