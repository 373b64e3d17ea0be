"""Sampling: what is kept, what is drawn, and where texts end."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor, nn

from attention import generate, keep_top_k, keep_top_p, sample, scale_logits
from attention.models.sampling import draw
from tests.attention.expect import random, seeded

many_logits = st.lists(st.floats(-8, 8), min_size=1, max_size=9)
chances = st.floats(1e-6, 1.0)


@given(many_logits, chances)
def test_top_p_keeps_the_smallest_set_of_most_probable_words_that_reaches_p(numbers, p):
    logits = torch.tensor(numbers, dtype=torch.float64)
    kept = keep_top_p(logits, p).isfinite()
    exponentials = [math.exp(number) for number in numbers]
    total = math.fsum(exponentials)
    shares = sorted((e / total for e in exponentials), reverse=True)
    count = int(kept.sum())
    assert count >= 1
    assert math.fsum(shares[:count]) >= p - 1e-9
    assert math.fsum(shares[: count - 1]) < p + 1e-9
    if not kept.all():
        assert logits[kept].min() >= logits[~kept].max()
    assert torch.equal(keep_top_p(logits, p)[kept], logits[kept])


@given(many_logits, st.integers(1, 9))
def test_top_k_keeps_exactly_the_k_largest(numbers: list[float], k: int):
    logits = torch.tensor(numbers, dtype=torch.float64)
    k = min(k, len(numbers))
    kept = keep_top_k(logits, k)
    largest = sorted(numbers, reverse=True)[:k]
    assert sorted(kept[kept.isfinite()].tolist(), reverse=True) == largest


@pytest.mark.parametrize("p", [1e-9, 1e-46, 1e-300])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_as_p_goes_to_zero_one_word_is_left(p: float, dtype: torch.dtype):
    logits = random(4, 7).to(dtype)
    kept = keep_top_p(logits, p)
    assert torch.equal(kept.isfinite().sum(-1), torch.ones(4).long())
    assert torch.equal(draw(kept), logits.argmax(-1))
    far_out = torch.tensor([0.0, -200.0, -300.0], dtype=dtype)
    assert torch.equal(keep_top_p(far_out, 1.0), far_out)


@pytest.mark.parametrize("front", [(), (3,), (2, 3)], ids=str)
def test_each_row_is_cut_and_drawn_as_alone(front: tuple[int, ...]):
    logits = random(*front, 7)
    for cut in (lambda x: keep_top_k(x, 3), lambda x: keep_top_p(x, 0.6)):
        rows = [cut(row) for row in logits.reshape(-1, 7)]
        assert torch.equal(cut(logits), torch.stack(rows).reshape(*front, 7))
    found = draw(logits, seeded())
    assert found.shape == front
    numbers = torch.rand(*front, 1, generator=seeded(), dtype=torch.float64)
    expected = (logits.softmax(-1).cumsum(-1) <= numbers).sum(-1)
    assert torch.equal(found, expected)


@given(st.integers(0, 10_000), st.sampled_from(["float16", "bfloat16", "float32"]))
def test_a_word_without_probability_is_never_drawn(seed: int, dtype: str):
    logits = torch.full((50, 9), -torch.inf, dtype=getattr(torch, dtype))
    logits[:, [2, 5]] = random(2, seed=seed).to(logits.dtype)
    assert set(draw(logits, seeded(seed)).tolist()) <= {2, 5}


def test_sample_takes_temperature_then_top_k_then_top_p():
    logits = 3 * random(500, 11)
    found = sample(logits, 2.0, 7, 0.6, seeded())
    cut = keep_top_p(keep_top_k(logits / 2.0, 7), 0.6)
    assert torch.equal(found, draw(cut, seeded()))
    other = scale_logits(keep_top_p(keep_top_k(logits, 7), 0.6), 2.0)
    assert not torch.equal(found, draw(other, seeded()))
    assert torch.equal(sample(logits, generator=seeded()), draw(logits, seeded()))


class Table(nn.Module):
    """A model that reads the last word only, and counts how often it is asked."""

    def __init__(self, following: Tensor):
        super().__init__()
        self.following, self.asked = following, 0

    def forward(self, ids: Tensor) -> Tensor:
        self.asked += 1
        return self.following[ids]


def test_greedy_text_follows_the_largest_logit():
    following = torch.eye(5)[[1, 2, 3, 4, 0]]  # after each word the next
    ids, seen = torch.tensor([[0], [3]]), []

    def choose(logits: Tensor) -> Tensor:
        seen.append(logits.requires_grad)
        return logits.argmax(-1)

    generate(Table(following.requires_grad_()), ids, 2, choose)
    assert seen == [False, False]
    found = generate(Table(following), ids, 4)
    assert found.tolist() == [[0, 1, 2, 3, 4], [3, 4, 0, 1, 2]]
    assert ids.shape == (2, 1)
    assert torch.equal(generate(Table(following), ids, 0), ids)


def test_a_row_that_has_ended_stays_ended_and_all_ended_stop():
    following = torch.eye(5)[[1, 2, 3, 4, 0]]
    model = Table(following)
    found = generate(model, torch.tensor([[2], [4], [3]]), 9, end=0)
    assert found.tolist() == [[2, 3, 4, 0], [4, 0, 0, 0], [3, 4, 0, 0]]
    assert model.asked == 3
    # a prompt may hold the end: it begins a text
    assert generate(model, torch.tensor([[0]]), 2, end=0).tolist() == [[0, 1, 2]]
