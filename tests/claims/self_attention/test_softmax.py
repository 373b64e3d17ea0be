"""What is behind the general sentences of docs/self-attention/softmax.md."""

import math

import pytest
import torch
from torch import Tensor

from attention import naive_softmax, stable_softmax

FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


def rows(spread: float = 5.0) -> list[Tensor]:
    """Scores of many sizes, from one score to forty, in float64."""
    torch.manual_seed(0)
    sizes = (1, 2, 3, 5, 8, 40)
    return [
        spread * torch.randn(n, dtype=torch.float64) for n in sizes for _ in range(20)
    ]


def test_weights_are_positive_sum_to_one_and_ignore_a_constant():
    for scores in rows():
        weights = torch.softmax(scores, dim=0)
        assert (weights > 0).all()
        assert weights.sum().item() == pytest.approx(1)
        for constant in (-300.0, 0.1, 300.0):
            shifted = torch.softmax(scores + constant, dim=0)
            torch.testing.assert_close(shifted, weights)


def test_weights_are_the_formula_with_and_without_a_constant():
    exp = math.exp
    for scores in rows():
        omega, alpha = scores.tolist(), stable_softmax(scores, dim=0).tolist()
        for j in range(len(omega)):
            assert exp(omega[j]) / sum(map(exp, omega)) == pytest.approx(alpha[j])
            for c in (-3.0, 0.7):
                shifted = exp(omega[j] + c) / sum(exp(o + c) for o in omega)
                split = exp(c) * exp(omega[j]) / (exp(c) * sum(map(exp, omega)))
                assert shifted == pytest.approx(split) == pytest.approx(alpha[j])
        a, b = scores[:2].tolist() if len(scores) > 1 else (0.2, -1.5)
        first = stable_softmax(torch.tensor([a, b], dtype=torch.float64), dim=0)[0]
        assert exp(a) / (exp(a) + exp(b)) == pytest.approx(first.item())
        assert 1 / (1 + exp(-(a - b))) == pytest.approx(first.item())


@pytest.mark.parametrize("dtype", FLOATS)
def test_a_constant_that_rounds_the_differences_away(dtype: torch.dtype):
    for scores in rows(spread=1.0):
        constant = 64 / torch.finfo(dtype).eps if dtype != torch.float16 else 32768
        weights = torch.softmax(scores.to(dtype) + constant, dim=0)
        torch.testing.assert_close(weights, torch.full_like(weights, 1 / len(scores)))


def test_a_ratio_of_weights_is_that_of_two_scores_alone():
    for others in rows():
        pair = torch.tensor([1.5, -0.75], dtype=torch.float64)
        weights = torch.softmax(torch.cat([pair, others]), dim=0)
        assert (weights[0] / weights[1]).item() == pytest.approx(math.exp(2.25))


@pytest.mark.parametrize("dtype", FLOATS)
def test_zero_comes_of_minus_infinity_and_of_rounding(dtype: torch.dtype):
    smallest = torch.finfo(dtype).tiny
    far = torch.tensor([0.0, 4 * math.log(smallest)], dtype=dtype)
    assert torch.softmax(far, dim=0)[1] == 0
    for scores in rows():
        hidden = torch.cat([scores, torch.tensor([-math.inf] * 3)]).to(dtype)
        assert (torch.softmax(hidden, dim=0)[-3:] == 0).all()
    none_finite = torch.full((3,), -math.inf, dtype=dtype)
    assert torch.softmax(none_finite, dim=0).isnan().all()
    one_infinite = torch.tensor([0.0, math.inf, -math.inf], dtype=dtype)
    assert torch.softmax(one_infinite, dim=0).isnan().any()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_formula_fails_by_size_whether_weights_are_even_or_not(dtype: torch.dtype):
    largest = math.log(torch.finfo(dtype).max)
    for gap in (0.0, 0.5, 20.0):  # even weights, uneven ones, a clear winner
        for size, fails in ((0, False), (0.9, False), (1.1, True), (-1.3, True)):
            scores = torch.tensor([0, -gap], dtype=dtype) + size * largest
            total = torch.exp(scores).sum()
            assert fails == bool(total == 0 or total.isinf())
            right = torch.softmax(scores, dim=0)
            assert fails != torch.allclose(naive_softmax(scores, 0), right, atol=1e-5)
    few_digits = torch.tensor([-102.0, -102.5])
    assert not torch.allclose(
        naive_softmax(few_digits, 0), few_digits.softmax(0), atol=0.01
    )
    certain = torch.tensor([0.0, -87.0])
    torch.testing.assert_close(naive_softmax(certain, 0), certain.softmax(0))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_with_the_largest_subtracted_nothing_overflows(dtype: torch.dtype):
    for scores in rows(spread=1e30):
        scores = scores.to(dtype)
        exponentials = torch.exp(scores - scores.max())
        assert exponentials.max() == 1
        assert 1 <= exponentials.sum() <= len(scores)
        expected = torch.softmax(scores, dim=0)
        torch.testing.assert_close(stable_softmax(scores, 0), expected)


def test_temperature_goes_from_the_largest_score_to_equal_shares():
    for scores in rows():
        scores = torch.cat([scores, scores.max()[None]])  # two tie for the largest
        for factor in (0.01, 0.9, 1.1):
            changed = torch.softmax(factor * scores, dim=0)
            alike = torch.allclose(changed, torch.softmax(scores, dim=0), rtol=1e-9)
            assert alike == bool((scores == scores[0]).all())
        even = torch.full_like(scores, 1 / len(scores))
        top = (scores == scores.max()).double() / 2
        previous = torch.inf
        for temperature in (1e-6, 0.1, 0.5, 1, 2, 10, 1e6):
            weights = torch.softmax(scores / temperature, dim=0)
            distance = (weights - even).abs().sum()
            assert distance <= previous + 1e-12
            previous = distance
        assert distance < 1e-4
        cold = torch.softmax(scores / 1e-6, dim=0)
        if (scores.max() - scores)[scores < scores.max()].gt(1e-3).all():
            torch.testing.assert_close(cold, top)
    equal = torch.full((4,), 2.5)
    assert torch.equal(torch.softmax(equal / 3, 0), torch.softmax(equal, 0))
