"""What is behind the general sentences of docs/models/sampling.md."""

import runpy

import torch
from torch import Tensor

from attention import keep_top_k, keep_top_p, scale_logits
from tests.claims.draw import draw


def logits_of(seed: int, num_words: int = 8) -> Tensor:
    return 2 * draw(seed, num_words)


def test_a_number_past_the_last_end_would_be_no_word() -> None:
    past = 0
    for seed in range(100):
        ends = logits_of(seed, 1000).float().div(2).softmax(-1).cumsum(-1)
        number = torch.tensor([1 - 2**-24])  # the largest of torch.rand
        assert torch.searchsorted(ends, number * ends[-1:], right=True) < 1000
        past += int(torch.searchsorted(ends, number, right=True)) == 1000
    assert past > 0


def test_temperature_sharpens_or_evens_and_keeps_the_order() -> None:
    for seed in range(20):
        row, largest, entropies = logits_of(seed), [], []
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
        assert scale_logits(equal, temperature).softmax(-1).tolist() == [0.5, 0.0, 0.5]


def test_temperature_and_top_k_in_bfloat16() -> None:
    """All logits are different here, and in float64 they stay so."""
    torch.manual_seed(0)
    row = (1 + torch.randperm(128) / 128).bfloat16()  # each such number from 1 to 2
    different = 0
    for k in range(1, 100):
        first = keep_top_k(scale_logits(row, 0.7), k).isfinite()
        then = scale_logits(keep_top_k(row, k), 0.7).isfinite()
        assert len((row / 0.7)[first != then].unique()) <= 1  # rounded to the same
        different += not torch.equal(first, then)
        exact = keep_top_k(scale_logits(row.double(), 0.7), k).isfinite()
        assert torch.equal(exact, then)
    assert different > 0


def test_the_wrong_rule_keeps_one_word_less() -> None:
    for seed in range(50):
        row = logits_of(seed).sort(descending=True).values
        for p in (0.1, 0.5, 0.8, 0.95):
            right = int(keep_top_p(row, p).isfinite().sum())
            wrong = int((row.softmax(-1).cumsum(-1) <= p).sum())
            assert wrong == right - 1


def test_min_p_keeps_the_most_probable_word() -> None:
    page = "snippets/models/sampling/relative-to-the-best.py"
    keep_min_p = runpy.run_path(page)["keep_min_p"]
    for seed in range(20):
        row = logits_of(seed)
        shares = row.softmax(-1)
        for share in (0.01, 0.1, 1.0):
            kept = keep_min_p(row, share).isfinite()
            assert torch.equal(kept, shares >= share * shares.max())
            assert kept[row.argmax()]
        assert keep_top_p(row, 0.95)[row.argmax()].isfinite()
