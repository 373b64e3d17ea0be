"""What is behind the general sentences of docs/self-attention/softmax.md."""

import math
from itertools import pairwise

import torch

from attention import naive_softmax, stable_softmax
from tests.facts.draw import draw
from tests.facts.says import says


def test_weights_are_the_formula_with_and_without_a_constant():
    says(
        "self-attention/softmax",
        r"\[ \weight{\alpha_j} = \frac{\exp \score{\omega_j}}{\sum_k \exp \score{\omega_k}} \]",
        r"\[ \frac{\exp(\score{\omega_j} + c)}{\sum_k \exp(\score{\omega_k} + c)} = \frac{\exp(c) \exp \score{\omega_j}}{\exp(c) \sum_k \exp \score{\omega_k}} = \weight{\alpha_j} \]",
        r"\[ \frac{\exp a}{\exp a + \exp b} = \frac{1}{1 + \exp(-(a - b))} \]",
    )
    says(
        "practice/self-attention",
        r"\[ \begin{aligned} \frac{\exp(\score{\omega_j} + c)}{\sum_k \exp(\score{\omega_k} + c)} &= \frac{\exp c \, \exp \score{\omega_j}}{\exp c \sum_k \exp \score{\omega_k}} \\ &= \weight{\alpha_j} \end{aligned} \]",
    )
    for omega in (draw(0, 2), 5 * draw(1, 7)):
        alpha = stable_softmax(omega, dim=0)
        torch.testing.assert_close(omega.exp() / omega.exp().sum(), alpha)
        for c in (-3.0, 0.7):
            shifted = (omega + c).exp() / (omega + c).exp().sum()
            split = math.exp(c) * omega.exp() / (math.exp(c) * omega.exp().sum())
            torch.testing.assert_close(shifted, alpha)
            torch.testing.assert_close(split, alpha)
        a, b = omega[:2]
        first = stable_softmax(omega[:2], dim=0)[0]
        torch.testing.assert_close(a.exp() / (a.exp() + b.exp()), first)
        torch.testing.assert_close(1 / (1 + (-(a - b)).exp()), first)


def test_what_rounding_and_infinities_do():
    says(
        "self-attention/softmax",
        "On a computer, `torch.softmax` makes all weights equal if the constant is so large that the differences are rounded away.",
        r"A score of \(-\infty\) gets a weight of exactly zero if at least one score is finite and none is \(+\infty\).",
    )
    says(
        "self-attention/softmax-dimensions",
        r"A score of \(+\infty\) still has no defined result, because the maximum minus itself is then infinity minus infinity.",
    )
    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        for softmax in (torch.softmax, stable_softmax):
            scores = draw(0, 5).to(dtype)
            large = 32768 if dtype == torch.float16 else 64 / torch.finfo(dtype).eps
            equal = softmax(scores + large, 0)
            torch.testing.assert_close(equal, torch.full_like(scores, 1 / 5))
            far = torch.tensor([0.0, 4 * math.log(torch.finfo(dtype).tiny)])
            assert softmax(far.to(dtype), 0)[1] == 0
            scores[[1, 3]] = -torch.inf
            assert softmax(scores, 0).eq(0).tolist() == scores.isinf().tolist()
            scores[1] = torch.inf
            assert softmax(scores, 0).isnan().any()
            assert softmax(torch.full_like(scores, -torch.inf), 0).isnan().all()


def test_temperature_goes_from_the_largest_score_to_equal_shares():
    says(
        "self-attention/softmax",
        "As it falls towards zero, all the weight goes to the largest score; if several scores tie for the largest, they share it equally.",
    )
    for seed in range(10):
        scores = draw(seed, 7)
        scores[3] = scores.max()  # two tie for the largest
        shares = [
            stable_softmax(scores / temperature, 0)
            for temperature in (1e-6, 0.1, 1, 10, 1e6)
        ]
        torch.testing.assert_close(shares[0], (scores == scores.max()).double() / 2)
        distances = [(share - 1 / 7).abs().sum() for share in shares]
        assert all(far > near for far, near in pairwise(distances))
        assert distances[-1] < 1e-5


def test_the_formula_loses_digits_where_its_sum_is_small():
    says(
        "self-attention/softmax",
        "The formula fails when their sum is too large to store, or so small that it loses its digits or is rounded to zero:",
    )
    scores = torch.tensor([-102.0, -102.5])
    right = 1 / (1 + math.exp(-0.5))
    assert math.isclose(stable_softmax(scores, 0)[0], right, rel_tol=1e-6)
    assert 0.01 < abs(naive_softmax(scores, 0)[0] - right) < 1
