"""What is behind the general sentences of docs/mistakes/numbers.md."""

import math

import pytest
import torch

from attention import naive_softmax


@pytest.mark.parametrize("size", [0.1, 1.0, 100.0, 1e6])
def test_a_second_softmax_is_bounded(size: float) -> None:
    torch.manual_seed(0)
    scores = size * torch.randn(1000, 6, dtype=torch.float64)
    twice = torch.softmax(torch.softmax(scores, dim=-1), dim=-1)
    bound = math.e / (math.e + 5)
    assert round(bound, 4) == 0.3522
    assert twice.max() <= bound + 1e-12


@pytest.mark.parametrize(("score", "weight"), [(88.0, 0.0), (89.0, math.nan)])
def test_an_overflow_gives_zeros_or_nan(score: float, weight: float) -> None:
    weights = naive_softmax(torch.full((6,), score), dim=-1)
    assert torch.allclose(weights, torch.full((6,), weight), equal_nan=True)
    assert not torch.allclose(weights.sum(), torch.tensor(1.0))


def test_the_error_comes_late() -> None:
    scores = torch.ones(3, 3, requires_grad=True)
    weights = torch.softmax(2 * scores, dim=-1)
    weights *= torch.ones(3, 3).tril()
    with pytest.raises(RuntimeError, match="inplace"):
        weights.sum().backward()
