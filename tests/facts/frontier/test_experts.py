"""What docs/frontier/experts.md and docs/frontier/balance.md say in general."""

from math import exp

import pytest

from attention import MixtureOfExperts, Router, SwiGLU
from tests.attention.expect import assert_close, numbered, random
from tests.facts.says import says

D, EXPERTS = 5, 7


def mixture(top_k: int) -> MixtureOfExperts:
    experts = [SwiGLU(D, 11) for _ in range(EXPERTS)]
    return numbered(MixtureOfExperts(Router(D, EXPERTS, top_k), experts))


@pytest.mark.parametrize("top_k", [1, 2, EXPERTS])
def test_the_formula_of_a_mixture(top_k: int):
    says(
        "frontier/experts",
        r"\[ y = \sum_{e \in S} w_e \, E_e(x), \qquad w_e = \frac{\exp(x \cdot r_e)}{\sum_{j \in S} \exp(x \cdot r_j)} \]",
    )
    layer, x = mixture(top_k), random(13, D, seed=3)
    for token, out in zip(x, layer(x), strict=True):
        scores = [float(token @ r_e) for r_e in layer.router.W_router.weight.detach()]
        S = sorted(range(EXPERTS), key=scores.__getitem__)[-top_k:]
        total = sum(exp(scores[j]) for j in S)
        y = sum(exp(scores[e]) / total * layer.experts[e](token) for e in S)
        assert_close(out, y)


def test_with_one_expert_the_router_learns_nothing():
    says(
        "frontier/experts",
        "The softmax of a single number is 1, whatever the score, so its gradient is zero.",
    )
    for top_k, learns in ((1, False), (2, True)):
        layer = mixture(top_k)
        layer(random(13, D, seed=3)).square().sum().backward()
        assert bool(layer.router.W_router.weight.grad.any()) == learns
