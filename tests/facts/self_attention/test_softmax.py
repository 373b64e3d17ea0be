"""What is behind the general sentences of docs/self-attention/softmax.md."""

import math

import torch

from attention import stable_softmax
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
        r"Even with the maximum subtracted, a score of \(+\infty\) has no defined result, because the maximum minus itself is then infinity minus infinity.",
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
