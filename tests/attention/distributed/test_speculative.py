"""What drafts become: the probabilities of the model, whatever the draft is."""

import itertools

import pytest
import torch
from torch import Tensor

from attention import GPT, MultiToken
from attention.distributed import (
    accept_drafts,
    draft_outcomes,
    greedy_probabilities,
    speculate,
)
from tests.attention.expect import assert_close, refuses, seeded


def laws(*shape: int, seed: int = 0) -> Tensor:
    """Random probabilities, some of them 0."""
    numbers = torch.rand(shape, generator=seeded(seed), dtype=torch.float64)
    numbers = (numbers - 0.2).clamp(min=0)
    numbers[..., 0] += 0.1
    return numbers / numbers.sum(dim=-1, keepdim=True)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("num_drafts", [0, 1, 2])
def test_a_pass_writes_each_word_with_the_probability_of_the_model(
    num_drafts: int, seed: int
):
    """However the law of a word depends on the words before it."""
    size = 4
    tables = [
        laws(*(size,) * n, size, seed=9 * seed + n) for n in range(num_drafts + 1)
    ]
    others = [laws(*(size,) * n, size, seed=99 + seed + n) for n in range(num_drafts)]
    found: dict[tuple[int, ...], float] = {}
    for drafts in itertools.product(range(size), repeat=num_drafts):
        p = torch.stack([tables[n][drafts[:n]] for n in range(num_drafts + 1)])
        q = torch.stack([others[n][drafts[:n]] for n in range(num_drafts)] or [p[0]])
        q = q[:num_drafts]
        odds = q[range(num_drafts), list(drafts)].prod().item()
        if odds == 0:
            continue
        kept, last = draft_outcomes(p, q, torch.tensor(drafts, dtype=torch.long))
        for count in range(num_drafts + 1):
            stop = 1 - kept[count] if count < num_drafts else 1.0
            for word in range(size):
                text = (*drafts[:count], word)
                chance = odds * kept[:count].prod() * stop * last[count, word]
                found[text] = found.get(text, 0.0) + float(chance)
    first = [sum(v for k, v in found.items() if k[0] == w) for w in range(size)]
    assert_close(torch.tensor(first, dtype=torch.float64), tables[0])
    # Given that a second word was written, it has the model's probabilities, too.
    for before in range(size if num_drafts else 0):
        pairs = [
            sum(v for k, v in found.items() if k[:2] == (before, w))
            for w in range(size)
        ]
        if sum(pairs) > 0:
            after = torch.tensor(pairs, dtype=torch.float64) / sum(pairs)
            assert_close(after, tables[1][before])


def test_words_are_drawn_with_the_probabilities_that_outcomes_say():
    p = torch.tensor([[0.4, 0.5, 0.1], [0.3, 0.3, 0.4], [0.2, 0.7, 0.1]])
    q = torch.tensor([[0.6, 0.2, 0.2], [0.5, 0.2, 0.3]])
    drafts, generator = torch.tensor([0, 0]), seeded()
    kept, last = draft_outcomes(p, q, drafts)
    counts = torch.zeros(3)
    ends = torch.zeros(3, 3)
    for _ in range(2000):
        written = accept_drafts(p, q, drafts, generator)
        counts[len(written) - 1] += 1
        ends[len(written) - 1, written[-1]] += 1
        assert written[:-1].tolist() == [0] * (len(written) - 1)
    expected = torch.stack([1 - kept[0], kept[0] * (1 - kept[1]), kept.prod()])
    assert ((counts / 2000 - expected).abs() < 0.04).all()
    assert ((ends / ends.sum(-1, keepdim=True) - last).abs() < 0.08).all()


def test_what_is_no_draft_of_the_model_is_refused():
    p, q = laws(2, 4), laws(1, 4, seed=1)
    drafts = torch.tensor([1])
    refuses(
        "q must have a row for each draft and the words of p, shape (num_drafts=1, "
        "vocab_size=4). Got (1, 5).",
        draft_outcomes, p, laws(1, 5), drafts,
    )  # fmt: skip
    refuses(
        "p must have shape (positions=2, vocab_size). Got (1, 4).",
        draft_outcomes, p[:1], q, drafts,
    )  # fmt: skip
    certain = torch.tensor([[1.0, 0, 0, 0]], dtype=torch.float64)
    refuses(
        "q must give each draft a probability above 0: it was drawn from q. "
        "Got [0.0].",
        draft_outcomes, p, certain, drafts,
    )  # fmt: skip
    refuses(
        "each row of q must be probabilities with the sum 1, not logits. "
        "Got sums [2.0].",
        draft_outcomes, p, 2 * certain, torch.tensor([0]),
    )  # fmt: skip
    nan = torch.full((2, 4), torch.nan)
    with pytest.raises(ValueError, match="each row of p must be probabilities"):
        draft_outcomes(nan, q, drafts)


@pytest.mark.parametrize("num_drafts", [1, 2, 5])
@pytest.mark.parametrize("num_new", [1, 2, 12])
@torch.no_grad()
def test_greedy_text_is_that_of_the_model_whatever_drafts_it(
    num_new: int, num_drafts: int
):
    torch.manual_seed(num_drafts)
    model = GPT(11, 14, 12, num_layers=2, num_heads=2).double().eval()
    other = GPT(11, 14, 6, num_layers=1, num_heads=2).double().eval()
    both = MultiToken(model).double().eval()
    ids, asked = torch.tensor([[3, 1, 4]]), []
    alone = model.generate(ids, num_new)
    drafts = {"model": model, "other": other, "block": lambda ids: both(ids)[1]}
    for name, draft in drafts.items():

        def count(ids: Tensor) -> Tensor:
            asked.append(ids.shape[1])
            return model(ids)

        asked.clear()
        text, passes = speculate(
            count, draft, ids, num_new, num_drafts, greedy_probabilities
        )
        assert torch.equal(text, alone)
        assert passes == len(asked) <= num_new
        assert max(asked) <= 3 + num_new - 1, "the last word is not read"
        if name == "model":  # each pass keeps all drafts
            assert passes == 1 + -(-(num_new - 1) // (num_drafts + 1))


def test_a_draft_of_other_words_and_empty_texts_are_refused():
    model = GPT(11, 14, 12, num_layers=1, num_heads=2).eval()
    other = GPT(12, 14, 12, num_layers=1, num_heads=2).eval()
    ids = torch.tensor([[3]])
    refuses(
        "draft must have the vocabulary of the model, 11 words. Got 12.",
        speculate, model, other, ids, 5,
    )  # fmt: skip
    refuses("num_new must be at least 1. Got 0.", speculate, model, model, ids, 0)
    refuses("num_drafts must be at least 1. Got 0.", speculate, model, model, ids, 5, 0)
    refuses(
        "num_tokens must be at least 1. Got 0.", speculate, model, model, ids[:, :0], 5
    )
    refuses(
        "ids must have shape (batch=1, num_tokens). Got (2, 1).",
        speculate, model, model, torch.tensor([[3], [4]]), 5,
    )  # fmt: skip
