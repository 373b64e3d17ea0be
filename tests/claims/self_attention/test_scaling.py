"""What is behind the general sentences of docs/self-attention/scaling.md."""

import pytest
import torch

from attention import attention_scores, scaled_attention_scores, softmax_jacobian

# Three distributions with mean 0 and variance 1.
DRAWS = {
    "normal": torch.randn,
    "uniform": lambda *shape: (torch.rand(*shape) * 2 - 1) * 3**0.5,
    "signs": lambda *shape: torch.randint(0, 2, shape) * 2.0 - 1,
}


@pytest.mark.parametrize("width", [1, 2, 3, 64, 1000])
@pytest.mark.parametrize("draw", DRAWS)
def test_scores_of_independent_features_spread_with_the_root(
    draw: str, width: int
) -> None:
    torch.manual_seed(width)
    products = DRAWS[draw](4000, width) * DRAWS[draw](4000, width)
    assert abs(products.mean()) < 0.1
    assert abs(products.var() - 1) < 0.15
    scores = products.sum(dim=-1)
    assert scores.var() == pytest.approx(width, rel=0.12)
    assert products.var(dim=0).sum() == pytest.approx(width, rel=0.12)
    assert abs((scores / width**0.5).std() - 1) < 0.06
    assert abs(scores.mean() / width**0.5) < 0.06


@pytest.mark.parametrize("keys", [2, 6, 50])
@pytest.mark.parametrize("draw", DRAWS)
def test_at_each_width_the_root_leaves_a_mixture_and_a_gradient(
    draw: str, keys: int
) -> None:
    norms, largest, even = [], [], []
    for width in (16, 64, 1024):
        torch.manual_seed(width)
        scores = (DRAWS[draw](200, 1, width) * DRAWS[draw](200, keys, width)).sum(-1)
        norms.append(softmax_jacobian(scores / width**0.5).norm(dim=(-2, -1)).median())
        largest.append(torch.softmax(scores / width**0.5, -1).amax(-1).mean())
        even.append(torch.softmax(scores / width, -1).amax(-1).mean() * keys)
    assert max(norms) / min(norms) < 1.3
    assert max(largest) / min(largest) < 1.3
    assert max(largest) < 0.9
    assert even[0] > even[1] > even[2]
    assert 1 < even[2] < 1.15  # at 1024 features, divided by 1024


def test_slopes_are_the_formula_by_the_score_that_softmax_gets() -> None:
    torch.manual_seed(0)
    queries, keys = torch.randn(2, 5, 16, dtype=torch.float64)
    omega = attention_scores(queries, keys)[0]
    scaled = scaled_attention_scores(queries, keys)[0]
    for scores in (omega, scaled):  # without the division, and with it
        alpha = torch.softmax(scores, dim=0)
        slopes = torch.autograd.functional.jacobian(lambda s: s.softmax(0), scores)
        for i in range(5):
            for j in range(5):
                formula = alpha[i] * (float(i == j) - alpha[j])
                torch.testing.assert_close(slopes[i, j], formula)
        torch.testing.assert_close(softmax_jacobian(scores), slopes)


def test_slopes_vanish_with_the_smaller_weights() -> None:
    torch.manual_seed(0)
    for keys in (2, 5, 100):
        scores = torch.randn(keys, dtype=torch.float64)
        slopes = []
        for more in (10.0, 20.0, 40.0):
            scores[0] = scores[1:].max() + more
            slopes.append(softmax_jacobian(scores).abs().max().item())
        assert slopes[0] > 1e3 * slopes[1] > 1e9 * slopes[2] > 0
        assert slopes[2] < 1e-14


def test_the_root_does_not_cure_words_that_ask_themselves() -> None:
    gaps, own = {}, {}
    for width in (64, 512, 4096):
        torch.manual_seed(0)
        x = torch.rand(50, 4, width)  # four words, fifty times
        scores = x @ x.mT
        others = scores.masked_fill(torch.eye(4, dtype=torch.bool), 0).sum(-1) / 3
        gaps[width] = (scores.diagonal(dim1=1, dim2=2) - others).mean() / width
        weights = torch.softmax(scores / width**0.5, -1)
        own[width] = weights.diagonal(dim1=1, dim2=2).mean()
    for gap in gaps.values():  # E[x²] - E[x]² of numbers between 0 and 1
        assert abs(gap - 1 / 12) < 0.005
    assert own[64] < 0.45 < own[512] < 0.95 < own[4096]


@pytest.mark.parametrize("width", [64, 512, 4096])
def test_the_root_cures_positive_words_whose_keys_are_others(width: int) -> None:
    torch.manual_seed(width)
    keys = torch.rand(300, 4, width)
    gaps = {}
    for name, queries in (("same", keys), ("others", torch.rand(300, 4, width))):
        scaled = queries @ keys.mT / width**0.5
        top = scaled.topk(2, dim=-1).values
        gaps[name] = (top[..., 0] - top[..., 1]).mean()
    assert abs(gaps["others"] - 0.125) < 0.02  # at each width
    assert gaps["same"] > 0.04 * width**0.5


def test_equal_scores_give_equal_weights() -> None:
    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        for keys in (1, 2, 4, 8, 64):
            for score in (-6e4, -1.0, 0.0, 88.0, 6e4):
                weights = torch.softmax(torch.full((keys,), score, dtype=dtype), -1)
                assert torch.equal(weights, torch.full((keys,), 1 / keys, dtype=dtype))
