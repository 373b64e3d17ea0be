"""What is behind the general sentences of docs/models/sampling.md."""

import runpy
from functools import partial
from pathlib import Path

import pytest
import torch
from torch import nn

from attention import draw, generate, keep_top_k, keep_top_p, sample, scale_logits

SNIPPETS = Path(__file__).parents[3] / "snippets/models/sampling"


def logits_of(seed: int, *shape: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return 2 * torch.randn(shape, generator=generator, dtype=torch.float64)


def test_greedy_decoding_repeats_itself() -> None:
    for seed in range(5):
        model = nn.Embedding.from_pretrained(logits_of(seed, 9, 9))
        texts = [generate(model, torch.tensor([[0]]), 20) for _ in range(5)]
        assert all(torch.equal(text, texts[0]) for text in texts)


def test_draws_follow_the_probabilities() -> None:
    for seed in range(10):
        row = logits_of(seed, 6)
        generator = torch.Generator().manual_seed(seed)
        found = draw(row.expand(10_000, 6), generator).bincount(minlength=6) / 10_000
        torch.testing.assert_close(found.double(), row.softmax(-1), rtol=0, atol=0.025)


def test_a_number_past_the_last_end_would_be_no_word() -> None:
    past = 0
    for seed in range(200):
        row = logits_of(seed, 1000).float() / 2
        ends = row.softmax(-1).cumsum(-1)
        number = torch.tensor([1 - 2**-24])  # the largest of torch.rand
        assert torch.searchsorted(ends, number * ends[-1:], right=True) < 1000
        past += int(torch.searchsorted(ends, number, right=True)) == 1000
    assert past > 0


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


def test_the_wrong_rule_keeps_one_word_less() -> None:
    for seed in range(200):
        row = logits_of(seed, 8).sort(descending=True).values
        for p in (0.1, 0.5, 0.8, 0.95):
            right = int(keep_top_p(row, p).isfinite().sum())
            wrong = int((row.softmax(-1).cumsum(-1) <= p).sum())
            assert wrong == right - 1


def test_top_p_near_zero_is_greedy() -> None:
    for seed in range(50):
        row = logits_of(seed, 8)
        assert sample(row, top_p=1e-9) == row.argmax()


def test_top_p_keeps_more_at_a_higher_temperature() -> None:
    more = 0
    for seed in range(50):
        row = logits_of(seed, 8)
        plain = int(keep_top_p(row, 0.8).isfinite().sum())
        hot = int(keep_top_p(row / 2, 0.8).isfinite().sum())
        assert hot >= plain
        more += hot > plain
    assert more > 25


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
