"""What is behind the formulas of docs/practice/self-attention.md."""

import pytest
import torch

from attention import (
    attention_weights,
    scaled_dot_product_attention,
    softmax_jacobian,
    stable_softmax,
)

DTYPE = torch.float64


@pytest.fixture(params=[2, 3, 7])
def scores(request: pytest.FixtureRequest) -> torch.Tensor:
    """The scores of one query."""
    torch.manual_seed(request.param)
    return 2 * torch.randn(request.param, dtype=DTYPE)


def test_a_constant_cancels(scores: torch.Tensor) -> None:
    weights = stable_softmax(scores, dim=0)
    torch.testing.assert_close(weights.log(), scores - scores.exp().sum().log())
    for c in torch.tensor([-3.0, 0.7, 5.0], dtype=DTYPE):
        added = (scores + c).exp() / (scores + c).exp().sum()
        factored = c.exp() * scores.exp() / (c.exp() * scores.exp().sum())
        torch.testing.assert_close(added, weights)
        torch.testing.assert_close(factored, weights)


def test_the_gradient_of_softmax(scores: torch.Tensor) -> None:
    g = torch.randn_like(scores)
    weights = stable_softmax(scores.requires_grad_(), dim=0)
    (by_autograd,) = torch.autograd.grad(g @ weights, scores)
    jacobian = weights[:, None] * (torch.eye(len(g), dtype=DTYPE) - weights)
    torch.testing.assert_close(jacobian, softmax_jacobian(scores))
    torch.testing.assert_close((g[:, None] * jacobian).sum(dim=0), by_autograd)
    torch.testing.assert_close(weights * (g - (g * weights).sum()), by_autograd)


def test_the_effective_number_of_words(scores: torch.Tensor) -> None:
    def effective(scores: torch.Tensor) -> torch.Tensor:
        weights = stable_softmax(scores, dim=0)
        return torch.exp(-(weights * weights.log()).sum())

    perplexity = torch.distributions.Categorical(logits=scores).perplexity()
    torch.testing.assert_close(effective(scores), perplexity)
    assert effective(torch.full((6,), 0.3)).item() == pytest.approx(6)
    one = torch.tensor([30.0, 0, 0, 0, 0, 0], dtype=DTYPE)
    assert effective(one).item() == pytest.approx(1)


def test_sorting_by_rank() -> None:
    numbers = torch.rand(6, requires_grad=True)
    r = (numbers[:, None] > numbers).sum(dim=-1).float()
    i = torch.arange(6.0)[:, None]
    torch.testing.assert_close(-((i - r) ** 2), 2 * i * r - r**2 - i**2)

    q = torch.stack([2 * i[:, 0], torch.ones(6)], dim=-1)
    k = torch.stack([r, -(r**2)], dim=-1)
    assert not attention_weights(q @ k.T / 0.05).requires_grad
    given = [one.requires_grad_() for one in (q, k, torch.tensor(0.5))]
    weights = attention_weights(given[0] @ given[1].T / given[2])
    for slopes in torch.autograd.grad(weights[0, 0], given):
        assert slopes.any()


@pytest.mark.parametrize(("queries", "keys", "width"), [(6, 6, 2), (3, 5, 7)])
def test_the_backward_pass(queries: int, keys: int, width: int) -> None:
    torch.manual_seed(0)
    Q = torch.randn(queries, width, dtype=DTYPE, requires_grad=True)
    K = torch.randn(keys, width, dtype=DTYPE, requires_grad=True)
    V = torch.randn(keys, 4, dtype=DTYPE, requires_grad=True)
    G = torch.randn(queries, 4, dtype=DTYPE)
    Z, A = scaled_dot_product_attention(Q, K, V)
    dA = G @ V.T
    dS = A * (dA - (A * dA).sum(dim=-1, keepdim=True))
    formulas = dS @ K / width**0.5, dS.T @ Q / width**0.5, A.T @ G
    for formula, slopes in zip(
        formulas, torch.autograd.grad((G * Z).sum(), (Q, K, V)), strict=True
    ):
        torch.testing.assert_close(formula, slopes)


@pytest.mark.parametrize("width", [1, 2, 5])
def test_the_log_odds_of_two_words(width: int) -> None:
    torch.manual_seed(width)
    x = torch.randn(2, 3, dtype=DTYPE)
    W_query, W_key = torch.randn(2, 3, width, dtype=DTYPE)
    M, (a, b) = W_query @ W_key.T, x
    _, weights = scaled_dot_product_attention(x @ W_query, x @ W_key, x)
    alpha = weights[0, 0]
    odds = (alpha / (1 - alpha)).log()
    torch.testing.assert_close(odds, (a @ M @ a - a @ M @ b) / width**0.5)
    torch.testing.assert_close(odds, a @ M @ (a - b) / width**0.5)
