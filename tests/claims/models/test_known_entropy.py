"""What is behind the general sentences of docs/models/known-entropy.md."""

import math
from collections import Counter

import pytest
import torch
import torch.nn.functional as F

from attention import (
    GPT,
    agreement_ids,
    agreement_words,
    fit,
    load_trained,
    sample,
    split_words,
    story,
    story_ids,
    story_vocabulary,
)

ENTROPY = math.log(8192) / 10


def all_to_all(num_queries: int, num_keys: int, device: torch.device) -> torch.Tensor:
    return torch.ones(num_queries, num_keys, device=device).bool()


@torch.no_grad()
def test_the_floor() -> None:
    """For a model's q, for drawn ones, and for 1/N; below it only where q sums to 2."""
    N, ids = len(agreement_ids), agreement_ids
    logits = make(0)(ids[:, :-1])
    of_words = logits.log_softmax(-1).gather(-1, ids[:, 1:, None])[..., 0]
    loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())

    def parts(q: torch.Tensor) -> tuple[float, float]:
        average = 1 / N * (-torch.log(q)).sum()
        return average.item(), -torch.log(1 / N * q.sum()).item()

    average, of_mean = parts(of_words.sum(-1).exp())
    assert math.isclose(average, 10 * loss.item())
    assert average > of_mean > math.log(N)
    for seed in range(10):
        drawn = torch.randn(N, generator=torch.Generator().manual_seed(seed)).double()
        average, of_mean = parts(drawn.softmax(-1))
        assert average > of_mean + 0.1
        assert math.isclose(of_mean, math.log(N))  # all of q is on these sentences
    for factor in (0.5, 1.0, 2.0):
        average, of_mean = parts(torch.full((N,), factor / N).double())
        assert math.isclose(average, of_mean)
        assert math.isclose(of_mean, math.log(N) - math.log(factor))


def make(seed: int) -> GPT:
    torch.manual_seed(seed)
    model = GPT(26, 10, 32, 1, 2).double()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 2:
                parameter.mul_(5)
    return model


BOTH_WAYS = (
    "these old cats near this old dog often",
    "this old dog near these old cats often",
)


def train(model: GPT, held_out: int, steps: int) -> list[float]:
    rest = agreement_ids[torch.randperm(8192)][held_out:]
    batches = rest[torch.randint(len(rest), (steps, 64))]
    return fit(model, ((ids[:, :-1], ids[:, 1:]) for ids in batches), 0.01)


def test_the_source_gives_each_sentence_the_same_probability() -> None:
    """Word by word: the share of the sentences so far that go on so."""
    rows = agreement_ids.tolist()
    assert len(set(map(tuple, rows))) == 8192
    so_far: dict[tuple[int, ...], int] = {}
    for row in rows:
        for length in range(1, 12):
            so_far[tuple(row[:length])] = so_far.get(tuple(row[:length]), 0) + 1
    for row in rows[::97]:
        shares = [
            so_far[tuple(row[: n + 1])] / so_far[tuple(row[:n])] for n in range(1, 11)
        ]
        assert math.isclose(-sum(map(math.log, shares)) / 10, ENTROPY)
        words = [agreement_words[i] for i in row]
        for which, noun in ((1, 3), (5, 7)):
            assert (words[which] == "these") == words[noun].endswith("s")
        assert (words[1] == "this") == words[9].endswith("s")


def test_no_other_2_grams_are_better() -> None:
    before, after = agreement_ids[:, :-1].flatten(), agreement_ids[:, 1:].flatten()
    counts = torch.zeros(26, 26).double()
    ones = torch.ones(len(before)).double()
    counts.index_put_((before, after), ones, accumulate=True)
    best = counts / counts.sum(dim=1, keepdim=True)

    def loss(table: torch.Tensor) -> float:
        return -table[before, after].log().mean().item()

    for seed in range(20):
        noise = torch.rand(26, 26, generator=torch.Generator().manual_seed(seed))
        other = (best + 0.01 * noise) / (best + 0.01 * noise).sum(1, keepdim=True)
        assert loss(best) < loss(other)


def test_which_bits_are_lost() -> None:
    """The bits above those of the source, place by place."""
    exact = torch.tensor([1, 2, 2, 0, 1, 2, 2, 1, 2, 0]).double()
    for with_place, lost in ((False, {2, 3, 6, 7, 8}), (True, {2, 6, 8})):
        bits = torch.zeros(10).double()
        for place in range(10):
            before, after = agreement_ids[:, place], agreement_ids[:, place + 1]
            pool = agreement_ids if not with_place else None
            for word in before.unique():
                if pool is None:
                    seen = after[before == word]
                else:
                    seen = pool[:, 1:][pool[:, :-1] == word]
                shares = torch.bincount(seen, minlength=26) / len(seen)
                mine = shares[after[before == word]]
                bits[place] -= mine.log2().sum().item() / 8192
        expected = exact + torch.tensor([float(p in lost) for p in range(10)])
        torch.testing.assert_close(bits, expected.double(), rtol=0, atol=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_one_block_without_positions_does_not_see_the_order(seed: int) -> None:
    number = agreement_words.index
    for first, second in (
        BOTH_WAYS,
        (
            "these grey birds near this old fox rarely",
            "this old fox near these grey birds rarely",
        ),
    ):
        one, two = (
            torch.tensor([0, *map(number, text.split())]) for text in (first, second)
        )
        assert sorted(one.tolist()) == sorted(two.tolist())
        assert (agreement_ids[:, :9] == one).all(-1).sum() == 4  # of the source
        assert (agreement_ids[:, :9] == two).all(-1).sum() == 4
        model = make(seed)
        assert not torch.allclose(model(one)[-1], model(two)[-1])
        torch.nn.init.zeros_(model.positions.pos_emb.weight)
        torch.testing.assert_close(model(one)[-1], model(two)[-1])


def test_the_best_prediction_from_words_without_their_order() -> None:
    """The best prediction from the words so far in any order, and which is the last."""
    seen: dict[tuple[tuple[int, ...], int], Counter[int]] = {}
    rows = agreement_ids.tolist()
    for row in rows:
        for n in range(1, 11):
            known = (tuple(sorted(row[:n])), row[n - 1])
            seen.setdefault(known, Counter())[row[n]] += 1
    loss = -sum(
        times * math.log(times / counts.total())
        for counts in seen.values()
        for times in counts.values()
    ) / (10 * len(rows))
    assert math.isclose(loss - ENTROPY, math.log(2) / 20)
    assert math.log(2) / 20 > 0.03
    assert 2 * sum(row[1] != row[5] for row in rows) == len(rows)


@pytest.mark.parametrize("seed", range(10))
def test_two_blocks_without_positions_can_see_the_order(seed: int) -> None:
    """Their logits can differ, and cannot once the mask is gone."""
    torch.manual_seed(seed)
    model = GPT(26, 10, 32, 2, 2).double()
    torch.nn.init.zeros_(model.positions.pos_emb.weight)
    number = agreement_words.index

    def gap() -> float:
        one, two = (
            model(torch.tensor([0, *map(number, text.split())]))[-1]
            for text in BOTH_WAYS
        )
        return (one - two).abs().max().item()

    assert gap() > 1e-6
    for block in model.blocks:
        block.attention.mask = all_to_all
    assert gap() < 1e-12


def test_without_a_mask_the_answer_is_copied() -> None:
    model = make(0)
    model.blocks[0].attention.mask = all_to_all
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    losses = train(model, 1000, 100)
    torch.set_num_threads(before)
    assert losses[-1] < ENTROPY / 3
    # With another word to copy, the prediction changes, though the words before do not.
    ids = agreement_ids[torch.arange(0, 8192, 41)]
    other = ids.clone()
    other[:, 4] = 16
    changed = (model(ids[:, :-1]) - model(other[:, :-1]))[:, 3].abs().amax(dim=-1)
    assert (changed > 0.5).double().mean() > 0.9
    stops = torch.zeros(200, 1, dtype=torch.int64)
    texts = model.generate(stops, 10, sample).tolist()
    known = set(map(tuple, agreement_ids.tolist()))
    assert sum(tuple(text) in known for text in texts) < 180


def test_a_few_sentences_read_over_and_over_are_below_the_floor() -> None:
    """With the mask: below it on sixteen sentences, far above it on the others."""
    model = make(0)
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    ids = agreement_ids[torch.randperm(8192)]
    few, others = ids[:16], ids[16:1016]
    losses = fit(model, ((few[:, :-1], few[:, 1:]) for _ in range(100)), 0.01)
    assert losses[-1] < ENTROPY / 2
    with torch.no_grad():
        logits = model(others[:, :-1])
    torch.set_num_threads(before)
    loss = F.cross_entropy(logits.flatten(0, 1), others[:, 1:].flatten())
    assert loss > 1.5 * ENTROPY


def test_the_story_is_memory() -> None:
    model = load_trained("story")
    assert len(story_ids) == 474
    assert "In winter the river was high and wild, and the dog slept by" in story

    def goes_on(beginning: str) -> str:
        ids = [story_vocabulary.index(word) for word in split_words(beginning)]
        written = model.generate(torch.tensor([ids]), 9)[0, len(ids) :]
        return " ".join(story_vocabulary[i] for i in written)

    assert "In summer the river was low" in story
    assert goes_on("In summer the river was").startswith("low")
    followed = "and wild and the dog slept by the fire"
    assert goes_on("In summer the river was high") == followed
    assert goes_on("In winter the river was high") == followed
    assert len(story_vocabulary) == 126
    same = [goes_on(f"in {word} the river was high") for word in story_vocabulary]
    assert same.count(followed) > 100
    # Another text: the same words in another order.
    words = story_ids[torch.randperm(474, generator=torch.Generator().manual_seed(0))]
    with torch.no_grad():
        for ids, low, high in ((story_ids, 0.9, 1.01), (words, 0.0, 0.3)):
            windows = ids.unfold(0, 25, 1)
            right = model(windows[:, :-1])[:, -1].argmax(-1) == windows[:, -1]
            assert low < right.double().mean() < high
