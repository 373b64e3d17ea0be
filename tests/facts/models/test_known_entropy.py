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
from tests.facts.says import says


@pytest.mark.nightly
@pytest.mark.parametrize(("factor", "far_above"), [(5, 0), (1, 4)])
def test_ten_seeds_reach_the_floor_and_with_small_first_weights_four_do_not(
    factor: int, far_above: int
) -> None:
    says(
        "models/known-entropy",
        "Both tests passed with each of ten seeds.",
        "Without that, four of the ten were still far above the floor after 100 steps.",
    )
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
    says(
        "models/known-entropy",
        r"\[ \frac{1}{N}\sum_s -\ln q(s) \;\ge\; -\ln\Bigl(\frac{1}{N}\sum_s q(s)\Bigr) \;\ge\; \ln N \]",
    )
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
    says(
        "models/known-entropy",
        "It wrote the rest without a mistake.",
        "In winter the river was high comes from the story.",
        "In the story, the river is low in summer, and the model says so.",
        "But after high the dog sleeps by the fire, as in winter.",
        "Most words in its vocabulary, put in place of winter, lead to the same nine words.",
        "On the story's words in a different order, its predictions are mostly wrong.",
    )
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
    says(
        "models/known-entropy",
        "They lose five bits per sentence: at each noun, whether it is singular or plural; after each noun, whether it was the first or the second; and at the verb, the number again.",
        "Three bits: the position tells us whether a noun was the first or the second, so of the five only the number of each noun and that of the verb are missing.",
    )
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
    says(
        "models/known-entropy",
        "In half of the sentences the two nouns differ in number.",
        "There the verb is a coin toss, which costs one bit, so the excess cannot be less than half a bit per sentence, which is more than 0.03 per word.",
    )
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
    says(
        "models/known-entropy",
        "On a few sentences that it has read over and over, it may fall far below.",
        "A loss far below the floor on sentences not seen in training points to a leak, and a small loss on what was read over and over may be mere memory.",
    )
    few = {"randint(len(rest)": "randint(16"}
    found = run("models/known-entropy/trained.py", few)
    assert found["losses"][-1] < math.log(8192) / 20
    assert found["excess"] > math.log(8192) / 20
