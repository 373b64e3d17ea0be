"""What is behind the formulas of docs/practice/self-attention.md."""

import pytest
import torch

from attention import attention_weights, scaled_dot_product_attention, stable_softmax
from tests.facts.draw import draw
from tests.facts.says import says


def test_the_logarithm_and_the_gradient_of_softmax():
    says(
        "practice/self-attention",
        r"\(\ln \weight{\alpha_j} = \score{\omega_j} - \ln \sum_k \exp \score{\omega_k}\).",
        r"\[ \begin{aligned} \frac{\partial \weight{\alpha_i}}{\partial \score{\omega_j}} &= \weight{\alpha_i} (\delta_{ij} - \weight{\alpha_j}) \\ \frac{\partial L}{\partial \score{\omega_j}} &= \sum_i g_i \weight{\alpha_i} (\delta_{ij} - \weight{\alpha_j}) \\ &= \weight{\alpha_j} \Big( g_j - \sum_i g_i \weight{\alpha_i} \Big) \end{aligned} \]",
    )
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
    says(
        "practice/self-attention",
        r"\[ N = \exp\Big(-\sum_j \weight{\alpha_j} \ln \weight{\alpha_j}\Big) \]",
        "It is 6 if the six weights are equal, and 1 if one word has all the weight.",
    )

    def effective(scores: torch.Tensor) -> torch.Tensor:
        alpha = stable_softmax(scores, dim=0)
        return torch.exp(-sum(alpha_j * alpha_j.log() for alpha_j in alpha))

    scores = draw(0, 7)
    perplexity = torch.distributions.Categorical(logits=scores).perplexity()
    torch.testing.assert_close(effective(scores), perplexity)
    assert effective(torch.full((6,), 0.3)).item() == pytest.approx(6)
    assert effective(torch.tensor([30.0, 0, 0, 0, 0, 0])).item() == pytest.approx(1)


def test_sorting_by_rank():
    says(
        "practice/self-attention",
        r"\(-(i - r_j)^2 = 2 i r_j - r_j^2 - i^2\).",
        "But through the weights no gradient reaches the six numbers, because the ranks come from comparisons; it reaches them only as values.",
    )
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
    (slopes,) = torch.autograd.grad((sharper @ numbers)[2], numbers)
    torch.testing.assert_close(slopes, sharper[2])  # as values, with these weights


def test_the_backward_pass():
    says(
        "practice/self-attention",
        r"\[ \begin{aligned} d\value{V} &= \weight{A}^\top G \\ d\weight{A} &= G \value{V}^\top \\ d\score{S} &= \weight{A} \odot \big(d\weight{A} - \operatorname{rowsum}(\weight{A} \odot d\weight{A})\big) \\ d\query{Q} &= d\score{S}\, \key{K} / \sqrt{d_k} \\ d\key{K} &= d\score{S}^\top \query{Q} / \sqrt{d_k} \end{aligned} \]",
    )
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
    says(
        "practice/self-attention",
        r"\[ \begin{aligned} \ln \frac{\weight{\alpha}}{1 - \weight{\alpha}} &= \frac{a\, M\, a^\top - a\, M\, b^\top}{\sqrt{d_k}} \\ &= \frac{a\, M\, (a - b)^\top}{\sqrt{d_k}} \end{aligned} \]",
    )
    for d_k in (1, 5):
        x, W_query, W_key = draw(0, 2, 3), draw(1, 3, d_k), draw(2, 3, d_k)
        M, (a, b) = W_query @ W_key.T, x
        _, weights = scaled_dot_product_attention(x @ W_query, x @ W_key, x)
        alpha = weights[0, 0]
        odds = (alpha / (1 - alpha)).log()
        torch.testing.assert_close(odds, (a @ M @ a - a @ M @ b) / d_k**0.5)
        torch.testing.assert_close(odds, a @ M @ (a - b) / d_k**0.5)
