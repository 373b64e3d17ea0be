"""What is behind the formulas of docs/practice/self-attention.md."""

import pytest
import torch

from attention import attention_weights, scaled_dot_product_attention, stable_softmax
from tests.facts.draw import draw


def test_the_logarithm_and_the_gradient_of_softmax():
    for n in (2, 7):
        g, omega = draw(0, n), draw(1, n).requires_grad_()
        alpha = stable_softmax(omega, dim=0)
        torch.testing.assert_close(alpha.log(), omega - omega.exp().sum().log())
        (by_autograd,) = torch.autograd.grad(g @ alpha, omega)
        for j in range(n):
            slopes = [alpha[i] * (float(i == j) - alpha[j]) for i in range(n)]
            chained = sum(g[i] * slopes[i] for i in range(n))
            torch.testing.assert_close(chained, by_autograd[j])
            short = alpha[j] * (g[j] - sum(g[i] * alpha[i] for i in range(n)))
            torch.testing.assert_close(short, by_autograd[j])


def test_the_effective_number_of_words():
    def effective(scores: torch.Tensor) -> torch.Tensor:
        alpha = stable_softmax(scores, dim=0)
        return torch.exp(-sum(alpha_j * alpha_j.log() for alpha_j in alpha))

    scores = draw(0, 7)
    perplexity = torch.distributions.Categorical(logits=scores).perplexity()
    torch.testing.assert_close(effective(scores), perplexity)
    assert effective(torch.full((6,), 0.3)).item() == pytest.approx(6)
    assert effective(torch.tensor([30.0, 0, 0, 0, 0, 0])).item() == pytest.approx(1)


def test_sorting_by_rank():
    numbers = draw(0, 6).requires_grad_()
    r = (numbers[:, None] > numbers).sum(dim=-1).double()
    i = torch.arange(6.0).double()[:, None]
    torch.testing.assert_close(-((i - r) ** 2), 2 * i * r - r**2 - i**2)
    q = torch.stack([2 * i[:, 0], torch.ones(6)], dim=-1)
    k = torch.stack([r, -(r**2)], dim=-1)
    assert not (q @ k.T).requires_grad  # the ranks do not pass it on to the numbers
    given = [one.requires_grad_() for one in (q, k, torch.tensor(0.5))]
    weights = attention_weights(given[0] @ given[1].T / given[2])
    assert all(slopes.any() for slopes in torch.autograd.grad(weights[0, 0], given))
    sharper = attention_weights(q @ k.T / 0.05)
    torch.testing.assert_close(sharper @ numbers, numbers.sort().values)


def test_the_backward_pass():
    d_k = 7
    Q, K, V, G = draw(0, 3, d_k), draw(1, 5, d_k), draw(2, 5, 2), draw(3, 3, 2)
    given = [matrix.requires_grad_() for matrix in (Q, K, V)]
    Z, A = scaled_dot_product_attention(*given)
    dV = A.T @ G
    dA = G @ V.T
    dS = A * (dA - (A * dA).sum(dim=-1, keepdim=True))
    dQ = dS @ K / d_k**0.5
    dK = dS.T @ Q / d_k**0.5
    slopes = torch.autograd.grad((G * Z).sum(), given)
    torch.testing.assert_close((dQ, dK, dV), slopes)


def test_the_log_odds_of_two_words():
    for d_k in (1, 5):
        x, W_query, W_key = draw(0, 2, 3), draw(1, 3, d_k), draw(2, 3, d_k)
        M, (a, b) = W_query @ W_key.T, x
        _, weights = scaled_dot_product_attention(x @ W_query, x @ W_key, x)
        alpha = weights[0, 0]
        odds = (alpha / (1 - alpha)).log()
        torch.testing.assert_close(odds, (a @ M @ a - a @ M @ b) / d_k**0.5)
        torch.testing.assert_close(odds, a @ M @ (a - b) / d_k**0.5)
