"""What is behind the general sentences of docs/models/sampling.md."""

import runpy
from functools import partial
from pathlib import Path

import pytest
import torch
from torch import nn

from attention import draw, generate, keep_top_k, keep_top_p, sample, scale_logits
from tests.claims.quotes import cited, derived, tested

SNIPPETS = Path(__file__).parents[3] / "snippets/models/sampling"

cited(
    "Top-p keeps the smallest set of most probable words that together reach a "
    "probability \\(p\\) (Holtzman et al., 2020, section 3.1, who call it nucleus "
    "sampling).",
    source="Holtzman et al. (2020), section 3.1: the smallest set such that the sum of "
    "its probabilities is at least p",
)
cited(
    "With temperature first, three words are kept; with top-p first, two. sample "
    "applies temperature, then top-k, then top-p, like Hugging Face's "
    "transformers.",
    source="huggingface/transformers, generation/utils.py, _get_logits_processor",
)
derived(
    "The right rule always keeps the first word, because nothing comes before it:",
    where="models/sampling.md#top-p",
)


def logits_of(seed: int, *shape: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return 2 * torch.randn(shape, generator=generator, dtype=torch.float64)


@tested(
    "It writes the same text every time, and low, with three chances in ten, "
    "never comes up."
)
def test_greedy_decoding_repeats_itself() -> None:
    for seed in range(5):
        model = nn.Embedding.from_pretrained(logits_of(seed, 9, 9))
        texts = [generate(model, torch.tensor([[0]]), 20) for _ in range(5)]
        assert all(torch.equal(text, texts[0]) for text in texts)


@tested(
    "A random number from this line falls on one of them, more often on a longer "
    "piece:",
    "In ten thousand draws, each word came up about as often as its probability says.",
)
def test_draws_follow_the_probabilities() -> None:
    for seed in range(10):
        row = logits_of(seed, 6)
        generator = torch.Generator().manual_seed(seed)
        found = draw(row.expand(10_000, 6), generator).bincount(minlength=6) / 10_000
        torch.testing.assert_close(found.double(), row.softmax(-1), rtol=0, atol=0.025)


@tested(
    "It also scales each number by the last endpoint, which rounding can leave a "
    "little below one:",
)
def test_a_number_past_the_last_end_would_be_no_word() -> None:
    past = 0
    for seed in range(200):
        row = logits_of(seed, 1000).float() / 2
        ends = row.softmax(-1).cumsum(-1)
        number = torch.tensor([1 - 2**-24])  # the largest of torch.rand
        assert torch.searchsorted(ends, number * ends[-1:], right=True) < 1000
        past += int(torch.searchsorted(ends, number, right=True)) == 1000
    assert past > 0


@tested(
    "Below 1, the most probable word gains; above 1, the probabilities become more "
    "even, unless all finite logits are equal.",
    "On paper, the ranking of the words stays the same, and every word with a finite "
    "logit keeps some probability.",
    "On paper, it does not matter whether temperature comes before or after top-k, "
    "because dividing by a temperature keeps the order of the logits.",
)
def test_temperature_sharpens_or_evens_and_keeps_the_order() -> None:
    for seed in range(50):
        row, largest, entropies = logits_of(seed, 8), [], []
        for temperature in (0.5, 0.9, 1.0, 1.5, 4.0, 20.0):
            shares = scale_logits(row, temperature).softmax(-1)
            assert torch.equal(shares.argsort(), row.argsort())
            assert (shares > 0).all()
            largest.append(shares.max().item())
            entropies.append(-(shares * shares.log()).sum().item())
            for k in (1, 3, 8):
                first = keep_top_k(scale_logits(row, temperature), k)
                then = scale_logits(keep_top_k(row, k), temperature)
                assert torch.equal(first, then)
        assert largest == sorted(largest, reverse=True)
        assert entropies == sorted(entropies)
    equal = torch.tensor([1.0, -torch.inf, 1.0])
    for temperature in (0.1, 10.0):
        assert torch.equal(
            scale_logits(equal, temperature).softmax(-1), equal.softmax(-1)
        )


@tested(
    "In bfloat16, the division can round different logits to the same number, and then "
    "the two orders may keep different words.",
)
def test_temperature_and_top_k_in_bfloat16() -> None:
    """All logits are different here, and in float64 they stay so."""
    different = 0
    for seed in range(20):
        torch.manual_seed(seed)
        row = (1 + torch.randperm(128) / 128).bfloat16()  # each such number from 1 to 2
        assert len(row.unique()) == 128
        for k in range(1, 100):
            first = keep_top_k(scale_logits(row, 0.7), k).isfinite()
            then = scale_logits(keep_top_k(row, k), 0.7).isfinite()
            assert len((row / 0.7)[first != then].unique()) <= 1  # rounded to the same
            different += not torch.equal(first, then)
            exact = keep_top_k(scale_logits(row.double(), 0.7), k).isfinite()
            assert torch.equal(exact, then)
    assert different > 0


@tested(
    "The softmax divides all the probability among the words that are kept.",
    "If the \\((k + 1)\\)-th largest is equal to the k-th, that keeps more than "
    "\\(k\\):",
)
def test_what_is_kept_has_everything() -> None:
    for seed in range(20):
        row = logits_of(seed, 8)
        shares = row.softmax(-1)
        for cut in (keep_top_k(row, 3), keep_top_p(row, 0.6)):
            kept = cut.isfinite()
            expected = shares.where(kept, 0) / shares[kept].sum()
            torch.testing.assert_close(cut.softmax(-1), expected)
    tied = torch.tensor([2.0, 1.0, 1.0, 0.0])
    assert (tied >= tied.topk(2).values[-1]).sum() == 3
    assert keep_top_k(tied, 2).isfinite().sum() == 2
    tied = torch.tensor([2.0, 2.0, 1.0, 0.0])  # not with the one after k
    assert (tied >= tied.topk(2).values[-1]).sum() == 2


@tested(
    "It is a mistake to keep the words up to which the sum is at most \\(p\\), because "
    "that drops the word that crosses the boundary:",
)
def test_the_wrong_rule_keeps_one_word_less() -> None:
    for seed in range(200):
        row = logits_of(seed, 8).sort(descending=True).values
        for p in (0.1, 0.5, 0.8, 0.95):
            right = int(keep_top_p(row, p).isfinite().sum())
            wrong = int((row.softmax(-1).cumsum(-1) <= p).sum())
            assert wrong == right - 1


@tested("As \\(p\\) goes to zero, top-p becomes greedy.")
def test_top_p_near_zero_is_greedy() -> None:
    for seed in range(50):
        row = logits_of(seed, 8)
        assert sample(row, top_p=1e-9) == row.argmax()


@tested(
    "Temperature changes probabilities, so it can change which words top-p keeps:",
)
def test_top_p_keeps_more_at_a_higher_temperature() -> None:
    more = 0
    for seed in range(50):
        row = logits_of(seed, 8)
        plain = int(keep_top_p(row, 0.8).isfinite().sum())
        hot = int(keep_top_p(row / 2, 0.8).isfinite().sum())
        assert hot >= plain
        more += hot > plain
    assert more > 25


@tested(
    "Without end, a finished text runs on into the next one.",
    "With it, a row that has chosen <end> is filled with <end>, whatever the "
    "model says, and once all rows have ended, nothing more is computed.",
    "Each row still takes one random number per step, so the other rows do not change.",
)
@pytest.mark.parametrize("seed", range(5))
def test_ended_rows_stay_ended_and_leave_the_others_alone(seed: int) -> None:
    asked = 0

    class Counted(nn.Embedding):
        def forward(self, input: torch.Tensor) -> torch.Tensor:
            nonlocal asked
            asked += 1
            return super().forward(input)

    model = Counted.from_pretrained(logits_of(seed, 5, 5) / 4)
    starts = torch.tensor([[1], [2], [3]])

    def texts(end: int | None) -> list[list[int]]:
        generator = torch.Generator().manual_seed(seed)
        choose = partial(sample, generator=generator)
        return generate(model, starts, 60, choose, end).tolist()

    free, asked_free = texts(None), asked
    ended, asked_ended = texts(0), asked - asked_free
    longest = 0
    for one, other in zip(free, ended, strict=True):
        stop = one.index(0)
        assert any(one[stop:])  # goes on after the end
        assert other[:stop] == one[:stop]
        assert not any(other[stop:])
        longest = max(longest, stop)
    assert len(ended[0]) == longest + 1
    assert asked_ended == longest < asked_free == 60


@tested(
    "A newer rule, min-p (Nguyen et al., 2024, section 3), keeps the words that have "
    "at least a given share of the largest probability.",
    "The most probable word is kept by both rules.",
)
def test_min_p_keeps_the_most_probable_word() -> None:
    page = SNIPPETS / "relative-to-the-best.py"
    keep_min_p = runpy.run_path(str(page))["keep_min_p"]
    for seed in range(50):
        row = logits_of(seed, 8)
        shares = row.softmax(-1)
        for share in (0.01, 0.1, 1.0):
            kept = keep_min_p(row, share).isfinite()
            assert torch.equal(kept, shares >= share * shares.max())
            assert kept[row.argmax()]
        assert keep_top_p(row, 0.95)[row.argmax()].isfinite()
